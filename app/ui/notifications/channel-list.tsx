import { Form, Link, useNavigation } from "@remix-run/react";
import { channelFacts } from "#app/channels.ts";
import type { Channel } from "#db/schema.ts";
import { ChannelIcon } from "./channel-icon.tsx";

interface ChannelListProps {
  channels: {
    channel: Channel;
    state: string;
    isOn: boolean;
    canTest: boolean;
    hasPage: boolean;
  }[];
}

/** Best first. The form below the list has the switches for SMS, WhatsApp and email. */
export function ChannelList({ channels: listed }: ChannelListProps) {
  return (
    <section className="settings-section" aria-labelledby="ways">
      <h2 id="ways" className="section-title">
        Ways to reach you
      </h2>
      <ul className="settings-menu">
        {listed.map(({ channel, state, isOn, canTest, hasPage }) => (
          <li key={channel} className="way">
            <ChannelIcon channel={channel} />
            <span className="way-name">
              <span className="block font-bold">{nameOf(channel)}</span>
              <span className="hint">{state}</span>
            </span>
            {canTest && <SendTest channel={channel} />}
            {hasPage && (
              <Link className="row-button" to={`/preferences/notifications/${channel}`}>
                {isOn ? "Change" : "Set up"}
                <span className="sr-only"> {nameOf(channel)}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const action = "/preferences/notifications/test";

function SendTest({ channel }: { channel: Channel }) {
  const { formAction, formData } = useNavigation();
  const isBusy = formAction === action && formData?.get("channel") === channel;
  return (
    <Form method="post" action={action} preventScrollReset>
      <button
        type="submit"
        name="channel"
        value={channel}
        className="row-button"
        disabled={isBusy}
        aria-busy={isBusy || undefined}
      >
        Send a test<span className="sr-only"> by {nameOf(channel)}</span>
      </button>
    </Form>
  );
}

function nameOf(channel: Channel): string {
  return channel === "push" ? "Notifications on your devices" : channelFacts[channel].name;
}

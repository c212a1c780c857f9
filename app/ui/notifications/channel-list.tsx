import { Form, Link, useNavigation } from "@remix-run/react";
import { ChannelIcon, channelNames } from "./channel-icon.tsx";

interface ChannelListProps {
  channels: {
    channel: Exclude<keyof typeof channelNames, "calendar">;
    state: string;
    isOn: boolean;
    canTest: boolean;
    hasPage: boolean;
  }[];
}

const names = { ...channelNames, push: "Notifications on your devices" };

/** Best first. The form below the list has the switches for SMS, WhatsApp and email. */
export function ChannelList({ channels }: ChannelListProps) {
  return (
    <section className="settings-section" aria-labelledby="ways">
      <h2 id="ways" className="section-title">
        Ways to reach you
      </h2>
      <ul className="settings-menu">
        {channels.map(({ channel, state, isOn, canTest, hasPage }) => (
          <li key={channel} className="way">
            <ChannelIcon channel={channel} />
            <span className="way-name">
              <span className="block font-bold">{names[channel]}</span>
              <span className="hint">{state}</span>
            </span>
            {canTest && <SendTest channel={channel} />}
            {hasPage && (
              <Link className="row-button" to={`/preferences/notifications/${channel}`}>
                {isOn ? "Change" : "Set up"}
                <span className="sr-only"> {names[channel]}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const action = "/preferences/notifications/test";

function SendTest({ channel }: { channel: keyof typeof names }) {
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
        Send a test<span className="sr-only"> by {names[channel]}</span>
      </button>
    </Form>
  );
}

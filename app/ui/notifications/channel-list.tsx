import { Link } from "@remix-run/react";
import { channelFacts } from "#app/channels.ts";
import type { Channel } from "#db/schema.ts";
import { ChannelIcon } from "./channel-icon.tsx";
import { SendTest } from "./send-test.tsx";

interface ChannelListProps {
  channels: {
    channel: Channel;
    state: string;
    isOn: boolean;
    canTest: boolean;
    hasPage: boolean;
  }[];
}

/**
 * Lists the best channels first. The form below the list has the switches for SMS, WhatsApp and
 * email.
 */
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
            {canTest && <SendTest channel={channel} name={nameOf(channel)} from="notifications" />}
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

function nameOf(channel: Channel): string {
  return channel === "push" ? "Notifications on your devices" : channelFacts[channel].name;
}

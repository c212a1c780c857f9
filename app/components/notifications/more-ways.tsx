import { Link } from "@remix-run/react";
import { ChevronRight } from "lucide-react";
import { ChannelIcon, channelNames } from "./channel-icon.tsx";

interface MoreWaysProps {
  ways: { channel: "ntfy" | "telegram"; isOn: boolean }[];
}

/** Ways with a page of their own. */
export function MoreWays({ ways }: MoreWaysProps) {
  if (ways.length === 0) return null;
  return (
    <section className="settings-section" aria-labelledby="more-ways">
      <h2 id="more-ways" className="section-title">
        Without a phone number
      </h2>
      <ul className="settings-menu">
        {ways.map(({ channel, isOn }) => (
          <li key={channel}>
            <Link to={`/preferences/notifications/${channel}`} className="settings-entry">
              <ChannelIcon channel={channel} />
              <span className="grow">
                <span className="block font-bold">{channelNames[channel]}</span>
                <span className="hint">{isOn ? "On" : "Off"}</span>
              </span>
              <ChevronRight className="icon" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

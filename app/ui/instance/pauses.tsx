import { Form } from "@remix-run/react";
import { channelNames } from "../notifications/channel-icon.tsx";

interface PausesProps {
  pauses: {
    channel: keyof typeof channelNames;
    isMisconfigured: boolean;
    waiting: number;
    /** In the viewer's time zone. */
    since: string;
    triedAt: string;
  }[];
}

export function Pauses({ pauses }: PausesProps) {
  return pauses.map(({ channel, isMisconfigured, waiting, since, triedAt }) => (
    <section
      key={channel}
      className="card-panel stack mb-4"
      aria-label={`${channelNames[channel]} is paused`}
    >
      <p>
        <span className="font-bold">
          {channelNames[channel]} has been paused since {since}:
        </span>{" "}
        {isMisconfigured
          ? "the provider rejected Mila's settings."
          : "the provider asked Mila to wait."}{" "}
        {waiting === 1 ? "One message waits." : `${waiting} messages wait.`} I try one at {triedAt}.
      </p>
      <Form method="post" action="/preferences/instance/deliveries/end-pause" preventScrollReset>
        <input type="hidden" name="channel" value={channel} />
        <button type="submit" className="row-button">
          End the pause<span className="sr-only">{` of ${channelNames[channel]}`}</span>
        </button>
      </Form>
    </section>
  ));
}

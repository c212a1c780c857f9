import { Form, useNavigation } from "@remix-run/react";
import { ChannelIcon, channelNames } from "./channel-icon.tsx";

interface SendTestProps {
  channels: ("sms" | "whatsapp" | "email")[];
}

const action = "/preferences/notifications/test";

export function SendTest({ channels }: SendTestProps) {
  const isBusy = useNavigation().formAction === action;
  return (
    <section className="settings-section" aria-labelledby="send-test">
      <h2 id="send-test" className="section-title">
        Send a test
      </h2>
      <Form method="post" action={action} preventScrollReset className="button-row justify-start">
        {channels.map((channel) => (
          <button
            key={channel}
            type="submit"
            name="channel"
            value={channel}
            className="button-secondary"
            disabled={isBusy}
            aria-busy={isBusy || undefined}
          >
            <ChannelIcon channel={channel} />
            {channelNames[channel]}
          </button>
        ))}
      </Form>
    </section>
  );
}

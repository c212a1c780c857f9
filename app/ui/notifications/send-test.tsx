import { Form, useNavigation } from "@remix-run/react";
import { whenBusy } from "#app/ui/kit/when-busy.ts";
import type { Channel } from "#db/schema.ts";

const action = "/preferences/notifications/test";

interface SendTestProps {
  channel: Channel;
  name: string;
  /** The page below /preferences to return to. */
  from: "notifications" | "instance";
}

export function SendTest({ channel, name, from }: SendTestProps) {
  const { formAction, formData } = useNavigation();
  const isBusy = formAction === action && formData?.get("channel") === channel;
  return (
    <Form method="post" action={action} preventScrollReset>
      <input type="hidden" name="from" value={from} />
      <button
        type="submit"
        name="channel"
        value={channel}
        className="row-button"
        {...whenBusy(isBusy)}
        aria-busy={isBusy || undefined}
      >
        Send a test<span className="sr-only"> by {name}</span>
      </button>
    </Form>
  );
}

import { Form, Link } from "@remix-run/react";
import { Icon } from "../icons/icon.tsx";

interface DeliveryAlert {
  type: string;
  channel: string;
  text: string;
  advice: string;
  /** True only for alerts of Mila's owner. */
  canBeDismissed: boolean;
}

export function DeliveryAlertBanner({ alerts }: { alerts: DeliveryAlert[] }) {
  return alerts.map(({ type, channel, text, canBeDismissed }) => (
    <div key={channel} className="overdue-banner">
      <p id={`alert-${channel}`}>
        {text}{" "}
        <Link
          className="text-link"
          to={channel === "calendar" ? "/preferences/calendar" : "/preferences/notifications"}
        >
          How to fix it
        </Link>
      </p>
      {canBeDismissed && (
        <Form method="post" action="/notices/dismiss" preventScrollReset>
          <input type="hidden" name="type" value={type} />
          <input type="hidden" name="channel" value={channel} />
          <button
            type="submit"
            className="banner-dismiss"
            aria-label="Dismiss"
            aria-describedby={`alert-${channel}`}
          >
            <Icon name="x" />
          </button>
        </Form>
      )}
    </div>
  ));
}

export function DeliveryAlertNotes({
  alerts,
}: {
  alerts: Pick<DeliveryAlert, "channel" | "text" | "advice">[];
}) {
  return alerts.map(({ channel, text, advice }) => (
    <p key={channel} className="alert-note">
      <span className="font-bold">{text}</span> {advice}
    </p>
  ));
}

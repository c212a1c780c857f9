import { Link } from "@remix-run/react";

interface DeliveryAlertsProps {
  alerts: { channel: string; text: string; advice: string }[];
}

export function DeliveryAlertBanner({ alerts }: DeliveryAlertsProps) {
  return alerts.map(({ channel, text }) => (
    <p key={channel} className="overdue-banner">
      {text}{" "}
      <Link className="text-link" to={channel === "calendar" ? "/preferences/calendar" : "/preferences/notifications"}>
        How to fix it
      </Link>
    </p>
  ));
}

export function DeliveryAlertNotes({ alerts }: DeliveryAlertsProps) {
  return alerts.map(({ channel, text, advice }) => (
    <p key={channel} className="alert-note">
      <span className="font-bold">{text}</span> {advice}
    </p>
  ));
}

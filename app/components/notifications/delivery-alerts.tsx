import { Link } from "@remix-run/react";

interface TroubleBannerProps {
  troubles: { channel: string; text: string; advice: string }[];
}

/** On the dashboard: something keeps messages from somebody, and there they can do something about it. */
export function TroubleBanner({ troubles }: TroubleBannerProps) {
  return troubles.map(({ channel, text }) => (
    <p key={channel} className="overdue-banner">
      {text}{" "}
      <Link className="text-link" to={channel === "calendar" ? "/preferences/calendar" : "/preferences/notifications"}>
        What to do
      </Link>
    </p>
  ));
}

/** On the page where it is mended: with what to do. */
export function TroubleNotes({ troubles }: TroubleBannerProps) {
  return troubles.map(({ channel, text, advice }) => (
    <p key={channel} className="trouble-note">
      <span className="font-bold">{text}</span> {advice}
    </p>
  ));
}

import { Link } from "@remix-run/react";

interface TroubleBannerProps {
  troubles: { channel: string; text: string }[];
  /** Not on the page where it is mended. */
  linksToSettings?: boolean;
}

/** Something keeps messages from somebody, and they can do something about it. */
export function TroubleBanner({ troubles, linksToSettings = false }: TroubleBannerProps) {
  if (troubles.length === 0) return null;
  return (
    <section className="trouble-banner" aria-label="Messages">
      {troubles.map(({ channel, text }) => (
        <p key={channel}>{text}</p>
      ))}
      {linksToSettings && (
        <Link className="text-link" to="/preferences/notifications">
          Notification Settings
        </Link>
      )}
    </section>
  );
}

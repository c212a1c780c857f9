import { Link } from "@remix-run/react";

interface InvitationBannerProps {
  inviterName: string;
  /** Null until the viewer's address is confirmed. Until then, only the email's link works. */
  link: string | null;
}

export function InvitationBanner({ inviterName, link }: InvitationBannerProps) {
  return (
    <p className="banner">
      <span>
        <bdi>{inviterName}</bdi> invited you to join their family.
        {!link && " To accept, open the link in your invitation email."}
      </span>
      {link && (
        <Link className="text-link" to={link}>
          See the invitation
        </Link>
      )}
    </p>
  );
}

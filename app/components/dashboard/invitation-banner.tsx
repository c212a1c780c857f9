import { Link } from "@remix-run/react";

interface InvitationBannerProps {
  inviterName: string;
  /** Null for an address that nobody has shown to be theirs: then only the e-mail's link will do. */
  link: string | null;
}

/** Somebody has invited whoever is here into their household. */
export function InvitationBanner({ inviterName, link }: InvitationBannerProps) {
  return (
    <p className="banner">
      <span>
        <bdi>{inviterName}</bdi> invited you to join their family.
        {!link && " To accept, open the link in the email that you got."}
      </span>
      {link && (
        <Link className="text-link" to={link}>
          See the invitation
        </Link>
      )}
    </p>
  );
}

import { Link } from "@remix-run/react";

interface InvitationBannerProps {
  inviterName: string;
  link: string;
}

export function InvitationBanner({ inviterName, link }: InvitationBannerProps) {
  return (
    <p className="banner">
      <span>
        <bdi>{inviterName}</bdi> invited you to join their family.
      </span>
      <Link className="text-link" to={link}>
        See the invitation
      </Link>
    </p>
  );
}

import { CopyLink } from "../kit/copy-link.tsx";

interface InvitationLinksProps {
  links: { id: string; email: string; link: string }[];
}

export function InvitationLinks({ links }: InvitationLinksProps) {
  if (links.length === 0) return null;
  return (
    <div className="notice stack mb-4">
      <p>This Mila sends no email, so please send the invitation yourself:</p>
      {links.map(({ id, email, link }) => (
        <CopyLink key={id} id={`link-${id}`} label={`Link for ${email}`} link={link} />
      ))}
    </div>
  );
}

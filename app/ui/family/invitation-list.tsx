import { Form } from "@remix-run/react";
import { CopyLink } from "../kit/copy-link.tsx";

interface InvitationListProps {
  invitations: {
    id: string;
    email: string;
    sentOn: string;
    expiresOn: string;
    isExpired: boolean;
    isDraft: boolean;
    /** Why its email did not reach them. */
    problem: string | null;
    /** Set only where this instance sends no email. */
    link: string | null;
  }[];
  canInvite: boolean;
}

export function InvitationList({ invitations, canInvite }: InvitationListProps) {
  if (invitations.length === 0) return <p className="empty">No pending invitations.</p>;
  return (
    <ul className="rows">
      {invitations.map(({ id, email, sentOn, expiresOn, isExpired, isDraft, problem, link }) => (
        <li key={id} className="row">
          <h3 className="row-name">{email}</h3>
          <p className="row-facts">
            {isDraft ? (
              <span>Draft: waits until you confirm your email address</span>
            ) : (
              <span>Invited {sentOn}</span>
            )}
            {!isDraft && <span>{isExpired ? `Expired ${expiresOn}` : `Expires ${expiresOn}`}</span>}
          </p>
          {problem && <p className="field-error">{problem}</p>}
          {link && !isExpired && (
            <div className="my-2">
              <CopyLink id={`link-${id}`} label="Send them this link" link={link} />
            </div>
          )}
          {canInvite && (
            <div className="row-actions">
              <RowForm id={id} action="resend" label="Send again" email={email} />
              <RowForm id={id} action="revoke" label="Revoke" email={email} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function RowForm({
  id,
  action,
  label,
  email,
}: Record<"id" | "action" | "label" | "email", string>) {
  return (
    <Form method="post" action={`/preferences/family/invitations/${id}/${action}`}>
      <button type="submit" className="row-button" aria-label={`${label}: ${email}`}>
        {label}
      </button>
    </Form>
  );
}

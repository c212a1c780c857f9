import { Form, Link } from "@remix-run/react";
import { ConfirmedButton } from "../shell/confirmed-button.tsx";
import { CopyLink } from "../kit/copy-link.tsx";
import { willBeOpen } from "./copy.ts";
import { relationLabels } from "./relation-labels.ts";

interface FamilyListProps {
  family: {
    id: string;
    name: string;
    label: string;
    relation: keyof typeof relationLabels;
    phone: string | null;
    email: string | null;
    hasAccount: boolean;
    canBeInvited: boolean;
    /** The titles of the open tasks that they said yes to. */
    accepted: string[];
    /** Delivery status of the welcome email. */
    welcome: { isDraft: boolean; problem: string | null };
    /** The link of their invitation, if this instance sends no email. */
    link: string | null;
  }[];
  canInvite: boolean;
}

export function FamilyList({ family, canInvite }: FamilyListProps) {
  if (family.length === 0)
    return (
      <p className="empty">No one here yet. Add the people you care for and share tasks with.</p>
    );
  return (
    <ul className="rows">
      {family.map(
        ({
          id,
          name,
          label,
          relation,
          phone,
          email,
          hasAccount,
          canBeInvited,
          accepted,
          welcome,
          link,
        }) => (
          <li key={id} className="row">
            <h3 className="row-name" dir="auto">
              {name}
            </h3>
            <p className="row-facts">
              <span>{relationLabels[relation]}</span>
              {phone && <span>{phone}</span>}
              {email && <span>{email}</span>}
              {hasAccount && <span>Has an account</span>}
              {welcome.isDraft && (
                <span>Welcome email waits until you confirm your email address</span>
              )}
            </p>
            {welcome.problem && (
              <p className="row-facts field-error">
                <span>Welcome email</span>
                <span>{welcome.problem}</span>
              </p>
            )}
            {link && (
              <div className="my-2">
                <CopyLink id={`link-${id}`} label="Send them this link" link={link} />
              </div>
            )}
            <div className="row-actions">
              {canInvite && canBeInvited && email && (
                <Form method="post" action="/preferences/family/invite">
                  <input type="hidden" name="inviteeEmail" value={email} />
                  <button type="submit" className="row-button">
                    Invite to the household
                  </button>
                </Form>
              )}
              <Link
                to={`/preferences/family/members/${id}/edit`}
                className="row-button"
                aria-label={`Edit ${label}`}
              >
                Edit
              </Link>
              <ConfirmedButton
                label="Remove"
                question={`Remove ${label} from this list? Their tasks will stay.${willBeOpen(accepted)}`}
                action={`/preferences/family/members/${id}/delete`}
                confirmLabel={`Remove ${label}`}
              />
            </div>
          </li>
        ),
      )}
    </ul>
  );
}

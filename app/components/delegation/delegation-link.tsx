import { DelegateIcon } from "../task-icons.tsx";
import { DelegationBadge } from "./delegation-badge.tsx";

export interface CardDelegation {
  status: "pending" | "accepted" | "declined";
  name: string;
  isUnsent: boolean;
}

interface DelegationLinkProps {
  taskId: string;
  delegation: CardDelegation | null;
  assignee: string | null;
}

/** Leads to asking somebody to do the task; where somebody is asked, says who and how far that is. */
export function DelegationLink({ taskId, delegation, assignee }: DelegationLinkProps) {
  const href = `/tasks/${taskId}/delegate`;
  if (!delegation) {
    return (
      <a className="chip chip-icon" href={href} aria-label="Delegate" title="Delegate">
        <DelegateIcon />
      </a>
    );
  }
  const { status, name, isUnsent } = delegation;
  return (
    <a className="delegation-link" href={href} data-unsent={isUnsent || undefined}>
      <span className={name === assignee ? "sr-only" : "badge"} dir="auto">
        {name}
      </span>{" "}
      <DelegationBadge status={status} />
      {isUnsent && " Not sent"}
    </a>
  );
}

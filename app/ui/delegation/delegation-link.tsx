import { DelegationBadge } from "./delegation-badge.tsx";

export interface CardDelegation {
  status: "pending" | "accepted" | "declined";
  name: string;
  /** Set if the delegate said yes before the no. */
  cannot: "this time" | "any more" | null;
  isUnsent: boolean;
  /** "said yes to Tuesday, not yet to Friday". */
  notYet?: string;
  /** "Nora did it", if somebody else did what the delegate said yes to. */
  otherDid?: string;
}

interface DelegationLinkProps {
  taskId: string;
  delegation: CardDelegation;
  assignee: string | null;
}

export function DelegationLink({ taskId, delegation, assignee }: DelegationLinkProps) {
  const { status, name, cannot, isUnsent, notYet, otherDid } = delegation;
  const instead = otherDid ?? (cannot && `${name} can't ${cannot}`);
  // The card's menu has the same link, so Tab skips this one.
  const link = {
    className: "delegation-link",
    href: `/tasks/${taskId}/delegate`,
    "aria-describedby": `task-${taskId}`,
    tabIndex: -1,
  };
  if (instead) {
    return (
      <a {...link}>
        <span className="badge" dir="auto">
          {instead}
        </span>
      </a>
    );
  }
  return (
    <a {...link} data-unsent={isUnsent || undefined}>
      <span className={name === assignee ? "sr-only" : "badge"} dir="auto">
        {name}
      </span>{" "}
      {notYet ?? <DelegationBadge status={status} />}
      {isUnsent && " Not sent"}
    </a>
  );
}

import { DelegationBadge } from "./delegation-badge.tsx";

export interface CardDelegation {
  status: "pending" | "accepted" | "declined";
  name: string;
  /** They said yes before they said no. */
  tookBackYes: boolean;
  isUnsent: boolean;
  /** "said yes to Tuesday, not yet to Friday". */
  notYet?: string;
}

interface DelegationLinkProps {
  taskId: string;
  delegation: CardDelegation;
  assignee: string | null;
}

export function DelegationLink({ taskId, delegation, assignee }: DelegationLinkProps) {
  const { status, name, tookBackYes, isUnsent, notYet } = delegation;
  if (tookBackYes) {
    return (
      <a className="delegation-link" href={`/tasks/${taskId}/delegate`}>
        <span className="badge" dir="auto">
          {name} can&apos;t any more
        </span>
      </a>
    );
  }
  return (
    <a
      className="delegation-link"
      href={`/tasks/${taskId}/delegate`}
      data-unsent={isUnsent || undefined}
    >
      <span className={name === assignee ? "sr-only" : "badge"} dir="auto">
        {name}
      </span>{" "}
      {notYet ?? <DelegationBadge status={status} />}
      {isUnsent && " Not sent"}
    </a>
  );
}

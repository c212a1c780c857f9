import { DelegationBadge } from "./delegation-badge.tsx";

export interface CardDelegation {
  status: "pending" | "accepted" | "declined";
  name: string;
  isUnsent: boolean;
}

interface DelegationLinkProps {
  taskId: string;
  delegation: CardDelegation;
  assignee: string | null;
}

export function DelegationLink({ taskId, delegation, assignee }: DelegationLinkProps) {
  const { status, name, isUnsent } = delegation;
  return (
    <a className="delegation-link" href={`/tasks/${taskId}/delegate`} data-unsent={isUnsent || undefined}>
      <span className={name === assignee ? "sr-only" : "badge"} dir="auto">
        {name}
      </span>{" "}
      <DelegationBadge status={status} />
      {isUnsent && " Not sent"}
    </a>
  );
}

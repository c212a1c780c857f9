/** The specification's (section 4). */
export const delegationBadges = {
  none: null,
  pending: "⏳ Pending",
  accepted: "✓ Accepted",
  declined: "✗ Declined",
} as const;

/** How far a request is; nothing where nobody is asked. */
export function DelegationBadge({ status }: { status: keyof typeof delegationBadges }) {
  const words = delegationBadges[status];
  return words && <span className="badge whitespace-nowrap">{words}</span>;
}

/** See the specification, section 4. */
export const delegationBadges = {
  none: null,
  pending: "⏳ Pending",
  accepted: "✓ Accepted",
  declined: "✗ Declined",
} as const;

export function DelegationBadge({ status }: { status: keyof typeof delegationBadges }) {
  const words = delegationBadges[status];
  return words && <span className="badge whitespace-nowrap">{words}</span>;
}

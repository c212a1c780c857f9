import type { HouseholdRole } from "#db/schema.ts";

// Who may do what in a household, and what joining another one means: each user is in one
// household, and each household has one owner.

export interface Membership {
  householdId: string;
  householdRole: HouseholdRole;
}

/** Inviting, sending again, revoking. */
export function mayInvite(actor: Pick<Membership, "householdRole">): boolean {
  return actor.householdRole === "owner";
}

/** Owners cannot be removed (specification, section 5), by themselves neither. */
export function mayRemove(actor: Membership, target: Membership): boolean {
  return isOwnerOver(actor, target);
}

/** The other one becomes the owner, the owner a member. */
export function mayHandOver(actor: Membership, target: Membership): boolean {
  return isOwnerOver(actor, target);
}

/** A household is not left without its owner; and who is alone has nobody to leave. */
export function leaving(member: Membership, others: number): "leaves" | "hand_over_first" | "is_alone" {
  if (others === 0) return "is_alone";
  return member.householdRole === "owner" ? "hand_over_first" : "leaves";
}

/**
 * What accepting an invitation means for what one has: who is alone brings tasks and family members along, a plain
 * member leaves them with the others, an owner of others hands over first.
 */
export function joining(
  member: Membership,
  others: number,
  householdId: string,
): "brings_all" | "leaves_all" | "hand_over_first" | "is_member" {
  if (member.householdId === householdId) return "is_member";
  if (others === 0) return "brings_all";
  return member.householdRole === "owner" ? "hand_over_first" : "leaves_all";
}

function isOwnerOver(actor: Membership, target: Membership): boolean {
  return (
    actor.householdId === target.householdId && actor.householdRole === "owner" && target.householdRole !== "owner"
  );
}

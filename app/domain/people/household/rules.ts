import type { HouseholdRole } from "#db/schema.ts";

// Each user is in one household, and each household has one owner.

export interface Membership {
  householdId: string;
  householdRole: HouseholdRole;
}

export function mayInvite(actor: Pick<Membership, "householdRole">): boolean {
  return actor.householdRole === "owner";
}

/** Nobody can remove an owner, not even the owner (specification, section 5). */
export function mayRemove(actor: Membership, target: Membership): boolean {
  return isOwnerOver(actor, target);
}

export function mayHandOver(actor: Membership, target: Membership): boolean {
  return isOwnerOver(actor, target);
}

export function checkLeave(
  member: Membership,
  others: number,
): "leaves" | "hand_over_first" | "is_alone" {
  if (others === 0) return "is_alone";
  return member.householdRole === "owner" ? "hand_over_first" : "leaves";
}

/**
 * A user who lives alone brings their tasks and family along; a plain member leaves them behind.
 */
export function checkJoin(
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
    actor.householdId === target.householdId &&
    actor.householdRole === "owner" &&
    target.householdRole !== "owner"
  );
}

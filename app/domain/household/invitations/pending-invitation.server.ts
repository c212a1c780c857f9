import type { Kysely } from "kysely";
import { findPerson } from "#app/domain/accounts/users.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { selectOpenInvitations } from "./open-invitations.server.ts";

/** Finds the newest open invitation to the user's address, from another household. */
export async function findPendingInvitation(
  db: Kysely<Database>,
  viewer: { userId: string; householdId: string },
): Promise<{ id: string; version: number; inviterName: string; isAddressVerified: boolean } | undefined> {
  const now = nowIso();
  const { email, isEmailVerified } = await findPerson(db, viewer.userId);
  const found = await selectOpenInvitations(db, now)
    .select(["invitation.id", "invitation.version", "invitation.invited_by"])
    .where("invitation.invitee_email", "=", email)
    .where("invitation.household_id", "!=", viewer.householdId)
    .orderBy("invitation.created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!found) return undefined;
  const { invited_by, ...invitation } = found;
  const inviter = await findPerson(db, invited_by);
  return { ...invitation, inviterName: inviter.firstName ?? inviter.email, isAddressVerified: isEmailVerified };
}

export async function isInvited(db: Kysely<Database>, email: string, now: string): Promise<boolean> {
  const invitation = await db
    .selectFrom("family_invitations")
    .select("id")
    .where("invitee_email", "=", email)
    .where("status", "=", "pending")
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return Boolean(invitation);
}

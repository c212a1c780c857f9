import type { Kysely } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

/** An invitation for the user's address that waits for an answer: who sent it, and what its link is made of. */
export async function findWaitingInvitation(
  db: Kysely<Database>,
  viewer: { userId: string; householdId: string },
): Promise<{ id: string; version: number; inviterName: string; addressIsVerified: boolean } | undefined> {
  const now = nowIso();
  const found = await waitingInvitationQuery(db, viewer, now).executeTakeFirst();
  if (!found) return undefined;
  const { first_name, inviterEmail, email_verified_at, ...invitation } = found;
  return { ...invitation, inviterName: first_name ?? inviterEmail, addressIsVerified: email_verified_at !== null };
}

function waitingInvitationQuery(db: Kysely<Database>, viewer: { userId: string; householdId: string }, now: string) {
  return db
    .selectFrom("users")
    .innerJoin("family_invitations as invitation", "invitation.invitee_email", "users.email")
    .innerJoin("users as inviter", "inviter.id", "invitation.invited_by")
    .innerJoin("profiles", "profiles.id", "inviter.id")
    .innerJoin("household_members as member", (join) =>
      join
        .onRef("member.user_id", "=", "invitation.invited_by")
        .onRef("member.household_id", "=", "invitation.household_id"),
    )
    .select(["invitation.id", "invitation.version", "profiles.first_name", "inviter.email as inviterEmail"])
    .select("users.email_verified_at")
    .where("users.id", "=", viewer.userId)
    .where("invitation.status", "=", "pending")
    .where("invitation.expires_at", ">", now)
    .where("invitation.household_id", "!=", viewer.householdId)
    .orderBy("invitation.created_at", "desc")
    .limit(1);
}

/** Whether anybody waits for the owner of this address to join them. */
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

import type { Kysely } from "kysely";
import { mustConfirmFirst } from "#app/domain/accounts/confirmed-address.server.ts";
import { personName } from "#app/domain/accounts/profile/person-name.ts";
import { findPerson } from "#app/domain/accounts/users.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { selectOpenInvitations } from "./open-invitations.server.ts";

/**
 * Finds the newest open invitation to the user's address, from another household. An address that
 * no email has confirmed may be a stranger's, even where no email can be sent. Drafts are not
 * offered.
 */
export async function findPendingInvitation(
  db: Kysely<Database>,
  viewer: { householdId: string; email: string; isEmailVerified: boolean },
  canSendEmail: boolean,
): Promise<{ id: string; version: number; inviterName: string } | undefined> {
  if (!viewer.isEmailVerified) return undefined;
  const found = await selectOpenInvitations(db, nowIso())
    .select(["invitation.id", "invitation.version", "invitation.invited_by"])
    .where("invitation.invitee_email", "=", viewer.email)
    .where("invitation.household_id", "!=", viewer.householdId)
    .orderBy("invitation.created_at", "desc")
    .orderBy("invitation.id", "desc")
    .execute();
  for (const { invited_by, ...invitation } of found) {
    if (await mustConfirmFirst(db, invited_by, canSendEmail)) continue;
    return { ...invitation, inviterName: personName(await findPerson(db, invited_by)) };
  }
  return undefined;
}

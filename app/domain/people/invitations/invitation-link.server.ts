import type { Kysely, Transaction } from "kysely";
import { personName } from "#app/domain/accounts/profile/person-name.ts";
import { findPerson } from "#app/domain/accounts/users.server.ts";
import { readLinkToken } from "#app/domain/core/link-token.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import type { Database } from "#db/schema.ts";
import { selectOpenInvitations } from "./open-invitations.server.ts";

/** "forged": not signed by us; "ended": revoked, accepted, replaced or expired. */
type InvitationLink =
  | { status: "forged" }
  | { status: "ended" }
  | {
      status: "open";
      id: string;
      householdId: string;
      email: string;
      inviterName: string;
      isEmailed: boolean;
    };

export async function readInvitationLink(
  db: Kysely<Database>,
  linkKey: string,
  token: string,
  now: string = nowIso(),
): Promise<InvitationLink> {
  const read = readInvitationToken(linkKey, token);
  if (!read) return { status: "forged" };
  const found = await selectOpenInvitations(db, now)
    .select([
      "invitation.id",
      "invitation.household_id as householdId",
      "invitation.invitee_email as email",
    ])
    .select("invitation.invited_by")
    .where("invitation.id", "=", read.id)
    .where("invitation.version", "=", read.version)
    .executeTakeFirst();
  if (!found) return { status: "ended" };
  const { invited_by, ...invitation } = found;
  const { isEmailed } = read;
  return {
    status: "open",
    ...invitation,
    isEmailed,
    inviterName: personName(await findPerson(db, invited_by)),
  };
}

function readInvitationToken(linkKey: string, token: string) {
  const emailed = readLinkToken(linkKey, "invitation-message", token);
  const read = emailed ?? readLinkToken(linkKey, "invitation", token);
  return read && { ...read, isEmailed: emailed !== null };
}

/** True for a user who joined through this invitation link and is still in that household. */
export async function hasJoinedByLink(
  db: Kysely<Database>,
  user: Viewer,
  linkKey: string,
  token: string,
): Promise<boolean> {
  const read = readInvitationToken(linkKey, token);
  if (!read) return false;
  const accepted = await db
    .selectFrom("family_invitations")
    .select("invitee_email")
    .where("id", "=", read.id)
    .where("household_id", "=", user.householdId)
    .where("status", "=", "accepted")
    .executeTakeFirst();
  return (
    accepted !== undefined && accepted.invitee_email === (await findPerson(db, user.userId)).email
  );
}

/** Only the owner of the mailbox can hold the emailed link. */
export function provesAddress(link: InvitationLink, email: string): boolean {
  return link.status === "open" && link.isEmailed && link.email === email;
}

export async function markAccepted(trx: Transaction<Database>, id: string): Promise<void> {
  await trx
    .updateTable("family_invitations")
    .set({ status: "accepted" })
    .where("id", "=", id)
    .execute();
}

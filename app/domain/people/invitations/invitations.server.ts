import type { Kysely, Selectable, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { recordAudit } from "#app/domain/accounts/audit/record-audit.server.ts";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { idList } from "#db/sql/values.ts";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { allow } from "#app/domain/core/rate-limits/allow.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import type { Viewer, ZonedViewer } from "#app/domain/core/viewer.ts";
import type { Database } from "#db/schema.ts";
import { hasRoomForPeople } from "../room-for-people.server.ts";
import { findMemberByEmail, getMembership, listMemberIds } from "../household/membership.server.ts";
import { mayInvite } from "../household/rules.ts";

const daysToAccept = 7;
const maxRevoked = 100;

interface Invitation {
  id: string;
  email: string;
  expiresAt: string;
}

/**
 * Renews the link of an open invitation.
 * @returns "too_often" after 3 emails to this address within an hour
 */
export async function invite(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  email: string,
  canSendEmail: boolean,
): Promise<Invitation | "forbidden" | "is_member" | "full" | "too_often"> {
  return db.transaction().execute(async (trx) => {
    const actor = await getMembership(trx, viewer.userId);
    if (!mayInvite(actor)) return "forbidden";
    if (await findMemberByEmail(trx, actor.householdId, email)) return "is_member";
    if (!(await hasRoomForPeople(trx, actor.householdId, 1))) return "full";
    if (canSendEmail && (await allow(trx, [["invitation_emails", email]])).refused)
      return "too_often";
    const now = nowIso();
    return send(trx, await save(trx, actor, email, now), now);
  });
}

/** Sends the link in the welcome email. The caller has checked that the user may invite. */
export async function inviteByWelcome(
  trx: Transaction<Database>,
  actor: Viewer,
  email: string,
  now: string,
): Promise<void> {
  await save(trx, actor, email, now);
  await recordAudit(trx, { kind: "invitation_sent", userId: actor.userId }, now);
}

export function resendInvitation(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  id: string,
  canSendEmail: boolean,
) {
  return changePending(db, viewer, id, async (trx, email) => {
    if (canSendEmail && (await allow(trx, [["invitation_emails", email]])).refused)
      return "too_often";
    const now = nowIso();
    return send(trx, await renew(trx, viewer.userId, id, now), now);
  });
}

export function revokeInvitation(db: Kysely<Database>, viewer: ZonedViewer, id: string) {
  return changePending(db, viewer, id, async (trx) => {
    await trx
      .updateTable("family_invitations")
      .set({ status: "revoked" })
      .where("id", "=", id)
      .execute();
    await recordAudit(trx, { kind: "invitation_revoked", userId: viewer.userId });
    return "done" as const;
  });
}

/**
 * Ends the invitations of a household that ends, so that nobody can join it, and deletes the
 * addresses.
 */
export async function removeInvitationsOf(
  trx: Transaction<Database>,
  householdId: string,
): Promise<void> {
  await trx.deleteFrom("family_invitations").where("household_id", "=", householdId).execute();
}

export async function revokeInvitationsBy(
  trx: Transaction<Database>,
  { userId }: { userId: string },
): Promise<void> {
  await trx
    .updateTable("family_invitations")
    .set({ status: "revoked" })
    .where("invited_by", "=", userId)
    .where("status", "=", "pending")
    .execute();
}

/**
 * Moves the invitations of a household that ends as it joins another. Those to members of that
 * household count as accepted; the others are revoked, because only an owner invites.
 */
export async function moveInvitations(
  trx: Transaction<Database>,
  from: string,
  to: string,
): Promise<void> {
  const members = await findPeople(trx, await listMemberIds(trx, to));
  const emails = [...members.values()].map(({ email }) => email);
  const moved = trx.updateTable("family_invitations").where("household_id", "=", from);
  await moved
    .set({ status: "accepted" })
    .where("status", "=", "pending")
    .where("invitee_email", "in", idList(emails))
    .execute();
  await moved.set({ status: "revoked" }).where("status", "=", "pending").execute();
  await moved.set({ household_id: to }).execute();
}

async function changePending<Outcome>(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  id: string,
  change: (trx: Transaction<Database>, email: string) => Promise<Outcome>,
): Promise<Outcome | "missing" | "forbidden" | "accepted" | "revoked"> {
  return db.transaction().execute(async (trx) => {
    const actor = await getMembership(trx, viewer.userId);
    const invitation = await trx
      .selectFrom("family_invitations")
      .select(["invitee_email", "status"])
      .where("id", "=", id)
      .where("household_id", "=", actor.householdId)
      .executeTakeFirst();
    if (!invitation) return "missing";
    if (!mayInvite(actor)) return "forbidden";
    return invitation.status === "pending"
      ? change(trx, invitation.invitee_email)
      : invitation.status;
  });
}

type InvitationRow = Pick<
  Selectable<Database["family_invitations"]>,
  "id" | "invited_by" | "invitee_email" | "expires_at" | "version"
>;

/** Renews the open invitation to this address, if there is one. */
async function save(
  trx: Transaction<Database>,
  actor: Viewer,
  email: string,
  now: string,
): Promise<InvitationRow> {
  const pending = await trx
    .selectFrom("family_invitations")
    .select("id")
    .where("household_id", "=", actor.householdId)
    .where("invitee_email", "=", email)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return pending ? renew(trx, actor.userId, pending.id, now) : insert(trx, actor, email, now);
}

async function insert(
  trx: Transaction<Database>,
  { userId, householdId }: Viewer,
  email: string,
  now: string,
): Promise<InvitationRow> {
  const row = {
    id: newId(),
    household_id: householdId,
    invited_by: userId,
    invitee_email: email,
    created_at: now,
    expires_at: expiryFrom(now),
  };
  await trx.insertInto("family_invitations").values(row).execute();
  await forgetRevoked(trx, householdId);
  return { ...row, version: 1 };
}

/** Keeps only the latest, however often someone invites and revokes. */
async function forgetRevoked(trx: Transaction<Database>, householdId: string): Promise<void> {
  const revoked = trx
    .selectFrom("family_invitations")
    .select("id")
    .where("household_id", "=", householdId)
    .where("status", "=", "revoked");
  const latest = revoked.orderBy("id", "desc").limit(maxRevoked);
  await trx
    .deleteFrom("family_invitations")
    .where("id", "in", revoked)
    .where("id", "not in", latest)
    .execute();
}

async function renew(
  trx: Transaction<Database>,
  userId: string,
  id: string,
  now: string,
): Promise<InvitationRow> {
  return trx
    .updateTable("family_invitations")
    .set(({ eb }) => ({
      version: eb("version", "+", 1),
      expires_at: expiryFrom(now),
      invited_by: userId,
    }))
    .where("id", "=", id)
    .returning(["id", "invited_by", "invitee_email", "expires_at", "version"])
    .executeTakeFirstOrThrow();
}

async function send(
  trx: Transaction<Database>,
  row: InvitationRow,
  now: string,
): Promise<Invitation> {
  const { id, invited_by: userId, invitee_email: email, expires_at: expiresAt, version } = row;
  const dedupeKey = `invitation:${id}:${version}`;
  const message = {
    kind: "invitation",
    channel: "email",
    userId,
    subjectId: id,
    payload: { version },
  } as const;
  await addDeliveries(trx, [{ ...message, dedupeKey, expiresAt }], now);
  await recordAudit(trx, { kind: "invitation_sent", userId }, now);
  return { id, email, expiresAt };
}

function expiryFrom(now: string): string {
  return laterBy(now, { hours: 24 * daysToAccept });
}

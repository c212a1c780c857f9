import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { recordAudit } from "#app/domain/accounts/audit/record-audit.server.ts";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { allowExternalEmail } from "#app/domain/outbox/sending/external-email-limit.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { findMemberByEmail, getMembership } from "../members/membership.server.ts";
import { mayInvite } from "../members/rules.ts";

const daysToAccept = 7;

interface Viewer {
  userId: string;
  householdId: string;
  timeZone: string;
}

interface Invitation {
  id: string;
  email: string;
  expiresAt: string;
}

/** Renews the link of an open invitation. @returns "too_often" after 3 emails to this address within an hour */
export async function invite(
  db: Kysely<Database>,
  viewer: Viewer,
  email: string,
  canSendEmail: boolean,
): Promise<Invitation | "forbidden" | "is_member" | "too_often"> {
  return db.transaction().execute(async (trx) => {
    const actor = await getMembership(trx, viewer.userId);
    if (!mayInvite(actor)) return "forbidden";
    if (await findMemberByEmail(trx, actor.householdId, email)) return "is_member";
    if (canSendEmail && !(await allowExternalEmail(trx, email, "invitation", nowIso()))) return "too_often";
    const pending = await trx
      .selectFrom("family_invitations")
      .select("id")
      .where("household_id", "=", actor.householdId)
      .where("invitee_email", "=", email)
      .where("status", "=", "pending")
      .executeTakeFirst();
    return pending ? renew(trx, viewer.userId, pending.id) : insert(trx, actor, email);
  });
}

export function resendInvitation(db: Kysely<Database>, viewer: Viewer, id: string, canSendEmail: boolean) {
  return changePending(db, viewer, id, async (trx, email) => {
    if (canSendEmail && !(await allowExternalEmail(trx, email, "invitation", nowIso()))) return "too_often";
    return renew(trx, viewer.userId, id);
  });
}

export function revokeInvitation(db: Kysely<Database>, viewer: Viewer, id: string) {
  return changePending(db, viewer, id, async (trx) => {
    await trx.updateTable("family_invitations").set({ status: "revoked" }).where("id", "=", id).execute();
    await recordAudit(trx, { kind: "invitation_revoked", userId: viewer.userId });
    return "done" as const;
  });
}

export async function revokeInvitationsBy(trx: Transaction<Database>, { userId }: { userId: string }): Promise<void> {
  await trx
    .updateTable("family_invitations")
    .set({ status: "revoked" })
    .where("invited_by", "=", userId)
    .where("status", "=", "pending")
    .execute();
}

async function changePending<Outcome>(
  db: Kysely<Database>,
  viewer: Viewer,
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
    return invitation.status === "pending" ? change(trx, invitation.invitee_email) : invitation.status;
  });
}

async function insert(
  trx: Transaction<Database>,
  { userId, householdId }: { userId: string; householdId: string },
  email: string,
): Promise<Invitation> {
  const now = nowIso();
  const row = {
    id: newId(),
    household_id: householdId,
    invited_by: userId,
    invitee_email: email,
    created_at: now,
    expires_at: expiryFrom(now),
  };
  await trx.insertInto("family_invitations").values(row).execute();
  return send(trx, { ...row, version: 1 }, now);
}

async function renew(trx: Transaction<Database>, userId: string, id: string): Promise<Invitation> {
  const now = nowIso();
  const row = await trx
    .updateTable("family_invitations")
    .set(({ eb }) => ({ version: eb("version", "+", 1), expires_at: expiryFrom(now), invited_by: userId }))
    .where("id", "=", id)
    .returning(["id", "invited_by", "invitee_email", "expires_at", "version"])
    .executeTakeFirstOrThrow();
  return send(trx, row, now);
}

async function send(
  trx: Transaction<Database>,
  row: { id: string; invited_by: string; invitee_email: string; expires_at: string; version: number },
  now: string,
): Promise<Invitation> {
  const { id, invited_by: userId, invitee_email: email, expires_at: expiresAt, version } = row;
  const dedupeKey = `invitation:${id}:${version}`;
  const message = { kind: "invitation", channel: "email", userId, subjectId: id, payload: { version } } as const;
  await addDeliveries(trx, [{ ...message, dedupeKey, expiresAt }], now);
  await recordAudit(trx, { kind: "invitation_sent", userId }, now);
  return { id, email, expiresAt };
}

function expiryFrom(now: string): string {
  return laterBy(now, { hours: 24 * daysToAccept });
}

import type { Kysely } from "kysely";
import { formatFullDate, nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { type EmailStatus, findEmailStatuses, noEmail } from "../messages/email-status.server.ts";

interface PendingInvitation extends EmailStatus {
  id: string;
  email: string;
  /** In the viewer's time zone: "Nov 21, 2026". */
  sentOn: string;
  expiresOn: string;
  isExpired: boolean;
  version: number;
}

export async function listPendingInvitations(
  db: Kysely<Database>,
  viewer: { householdId: string; timeZone: string },
  canSendEmail: boolean,
): Promise<PendingInvitation[]> {
  const now = nowIso();
  const rows = await db
    .selectFrom("family_invitations")
    .select(["id", "invitee_email", "invited_by", "created_at", "expires_at", "version"])
    .where("household_id", "=", viewer.householdId)
    .where("status", "=", "pending")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  const sent = rows.map(({ id, invited_by }) => ({ id, senderId: invited_by }));
  const emails = await findEmailStatuses(
    db,
    "invitation",
    canSendEmail ? sent : [],
    viewer.timeZone,
  );
  return rows.map(({ id, invitee_email, created_at, expires_at, version }) => ({
    id,
    email: invitee_email,
    sentOn: formatFullDate(created_at, viewer.timeZone),
    expiresOn: formatFullDate(expires_at, viewer.timeZone),
    isExpired: expires_at <= now,
    ...(emails.get(id) ?? noEmail),
    version,
  }));
}

import type { Kysely, Transaction } from "kysely";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { recordAudit } from "../audit/record-audit.server.ts";
import { findUserByEmail } from "../users.server.ts";
import { requestEmailVerification } from "./verification.server.ts";
import { setAddress } from "./set-address.server.ts";

/** A late warning still helps. */
const hoursUntilExpiry = 7 * 24;

/**
 * Waits for confirmation if emails can be sent. The caller has already checked the password. All sessions but this
 * one end with the old address.
 * @param email trimmed, in lower case
 */
export async function changeEmail(
  db: Kysely<Database>,
  { userId, email, sessionId = null }: { userId: string; email: string; sessionId?: string | null },
  canSendEmail: boolean,
): Promise<"changed" | "confirmation_sent" | "taken" | "too_often"> {
  return db.transaction().execute(async (trx) => {
    if (await findUserByEmail(trx, email)) return "taken";
    if (canSendEmail) return requestChange(trx, { userId, email, sessionId });
    await setAddress(trx, userId, { email, verifiedAt: null, keepSessions: [sessionId] }, nowIso());
    return "changed";
  });
}

async function requestChange(
  trx: Transaction<Database>,
  { userId, email, sessionId }: { userId: string; email: string; sessionId: string | null },
): Promise<"confirmation_sent" | "too_often"> {
  const now = nowIso();
  const id = await requestEmailVerification(trx, { userId, email }, now);
  if (!id) return "too_often";
  await trx
    .updateTable("email_verifications")
    .set({ session_id: sessionId })
    .set({ previous_email: (eb) => eb.selectFrom("users").select("email").where("id", "=", userId) })
    .where("id", "=", id)
    .execute();
  await recordAudit(trx, { kind: "email_change_requested", userId }, now);
  const delivery = { kind: "email_changed", channel: "email", userId, subjectId: id } as const;
  const expiresAt = laterBy(now, { hours: hoursUntilExpiry });
  await addDeliveries(trx, [{ ...delivery, dedupeKey: `email_changed:${id}`, expiresAt }], now);
  return "confirmation_sent";
}

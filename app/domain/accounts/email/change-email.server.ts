import type { Kysely, Transaction } from "kysely";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { recordAudit } from "../audit/record-audit.server.ts";
import { countSignUp } from "../credentials/sign-up-limit.server.ts";
import { findUserByEmail } from "../users.server.ts";
import { requestEmailVerification } from "./verification.server.ts";
import { setAddress } from "./set-address.server.ts";

/** A warning that arrives late still helps. */
const hoursUntilExpiry = 7 * 24;

interface Change {
  userId: string;
  /** Trimmed, in lower case. */
  email: string;
  sessionId?: string | null;
  /** The network that the attempt counts for. */
  ipAddress: string;
}

/**
 * Waits for confirmation if Mila can send email. The caller has already checked the password. All
 * sessions but this one end with the old address.
 */
export async function changeEmail(
  db: Kysely<Database>,
  change: Change,
  canSendEmail: boolean,
): Promise<"changed" | "confirmation_sent" | "taken" | "too_often"> {
  const { userId, email, sessionId = null } = change;
  return db.transaction().execute(async (trx) => {
    if (await findUserByEmail(trx, email)) return "taken";
    if (canSendEmail) return requestChange(trx, change);
    await setAddress(trx, userId, { email, verifiedAt: null, keepSessions: [sessionId] }, nowIso());
    return "changed";
  });
}

async function requestChange(
  trx: Transaction<Database>,
  { userId, email, sessionId = null, ipAddress }: Change,
): Promise<"confirmation_sent" | "too_often"> {
  const now = nowIso();
  // The email goes to an address that may be anyone's, as at a sign-up.
  if ((await countSignUp(trx, { email, ipAddress, isStranger: false }, now)).refused)
    return "too_often";
  const id = await requestEmailVerification(trx, { userId, email }, now);
  if (!id) return "too_often";
  await trx
    .updateTable("email_verifications")
    .set({ session_id: sessionId })
    .set({
      previous_email: (eb) => eb.selectFrom("users").select("email").where("id", "=", userId),
    })
    .where("id", "=", id)
    .execute();
  await recordAudit(trx, { kind: "email_change_requested", userId }, now);
  const delivery = { kind: "email_changed", channel: "email", userId, subjectId: id } as const;
  const expiresAt = laterBy(now, { hours: hoursUntilExpiry });
  await addDeliveries(trx, [{ ...delivery, dedupeKey: `email_changed:${id}`, expiresAt }], now);
  return "confirmation_sent";
}

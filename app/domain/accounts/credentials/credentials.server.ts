import type { Transaction } from "kysely";
import { removeDevicesOfOtherSessions } from "#app/domain/outbox/channels/push/devices.server.ts";
import type { Database } from "#db/schema.ts";
import { recordAudit } from "../audit/record-audit.server.ts";
import { accountTakenOver, credentialsRevoked } from "../events.server.ts";
import { removeFactors } from "../factors/factors.server.ts";
import { unlinkProviders } from "./providers.server.ts";

/**
 * Ends everything that gives access: a stranger may hold a session, a reset link, a link that
 * changes the address, or a link copied from a page.
 */
export async function revokeCredentials(
  trx: Transaction<Database>,
  userId: string,
  now: string,
  { keepsTokens = false } = {},
): Promise<void> {
  await trx.deleteFrom("sessions").where("user_id", "=", userId).execute();
  await removeDevicesOfOtherSessions(trx, userId);
  await trx
    .updateTable("password_resets")
    .set({ used_at: now })
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .execute();
  await trx
    .deleteFrom("email_verifications")
    .where("user_id", "=", userId)
    .where("confirmed_at", "is", null)
    .where("email", "!=", trx.selectFrom("users").select("email").where("id", "=", userId))
    .execute();
  await credentialsRevoked.announce(trx, { userId, keepsTokens }, now);
}

/**
 * Removes what the account had before its address was proven, because someone else may have
 * registered it.
 */
export async function revokePreviousOwner(
  trx: Transaction<Database>,
  userId: string,
  now: string,
): Promise<void> {
  await trx.updateTable("users").set({ email_verified_at: now }).where("id", "=", userId).execute();
  await recordAudit(trx, { kind: "email_confirmed", userId }, now);
  await trx.deleteFrom("email_verifications").where("user_id", "=", userId).execute();
  await removeFactors(trx, { userId });
  await unlinkProviders(trx, userId);
  await accountTakenOver.announce(trx, { userId }, now);
}

export async function takeOver(
  trx: Transaction<Database>,
  userId: string,
  now: string,
): Promise<void> {
  await trx.updateTable("users").set({ password_hash: null }).where("id", "=", userId).execute();
  await revokeCredentials(trx, userId, now);
  await revokePreviousOwner(trx, userId, now);
}

import type { Kysely, Transaction } from "kysely";
import { formatFullDate, nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { replaceRecoveryCodes } from "./recovery-codes.server.ts";

interface Factors {
  /** In the viewer's time zone: "Nov 21, 2026". */
  authenticatorSince: string | null;
  recoveryCodesLeft: number;
}

export async function findFactors(
  db: Kysely<Database>,
  { userId, timeZone }: { userId: string; timeZone: string },
): Promise<Factors> {
  const totp = await db
    .selectFrom("totp_factors")
    .select("created_at")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const { left } = await db
    .selectFrom("recovery_codes")
    .select(({ fn }) => fn.countAll<number>().as("left"))
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return { authenticatorSince: totp ? formatFullDate(totp.created_at, timeZone) : null, recoveryCodesLeft: left };
}

export async function hasFactor(db: Kysely<Database>, userId: string): Promise<boolean> {
  const totp = await db.selectFrom("totp_factors").select("user_id").where("user_id", "=", userId).executeTakeFirst();
  return totp !== undefined;
}

/** Returns null without a factor. */
export async function makeRecoveryCodes(
  db: Kysely<Database>,
  userId: string,
  encryptionKey: string,
): Promise<string[] | null> {
  return db.transaction().execute(async (trx) => {
    if (!(await hasFactor(trx, userId))) return null;
    return replaceRecoveryCodes(trx, userId, encryptionKey, nowIso());
  });
}

/** The caller has checked a password or a code. */
export async function removeAuthenticator(db: Kysely<Database>, userId: string): Promise<void> {
  await db.transaction().execute((trx) => removeFactors(trx, userId));
}

/** For someone who has lost all of them. */
export async function removeFactors(trx: Transaction<Database>, userId: string): Promise<void> {
  await trx.deleteFrom("totp_factors").where("user_id", "=", userId).execute();
  await trx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
}

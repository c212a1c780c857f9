import type { Kysely, Transaction } from "kysely";
import { formatFullDate, nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { listPasskeys, type PasskeySummary } from "./passkeys/passkeys.server.ts";
import { replaceRecoveryCodes } from "./recovery-codes.server.ts";

interface Factors {
  /** In the viewer's time zone: "Nov 21, 2026". */
  authenticatorSince: string | null;
  passkeys: PasskeySummary[];
  recoveryCodesLeft: number;
}

export async function findFactors(
  db: Kysely<Database>,
  viewer: { userId: string; timeZone: string },
): Promise<Factors> {
  const totp = await db
    .selectFrom("totp_factors")
    .select("created_at")
    .where("user_id", "=", viewer.userId)
    .executeTakeFirst();
  const { left } = await db
    .selectFrom("recovery_codes")
    .select(({ fn }) => fn.countAll<number>().as("left"))
    .where("user_id", "=", viewer.userId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return {
    authenticatorSince: totp ? formatFullDate(totp.created_at, viewer.timeZone) : null,
    passkeys: await listPasskeys(db, viewer),
    recoveryCodesLeft: left,
  };
}

/** How the user can take the second step, besides a recovery code. */
export async function findSecondSteps(
  db: Kysely<Database>,
  userId: string,
): Promise<{ authenticator: boolean; passkey: boolean }> {
  const totp = await db.selectFrom("totp_factors").select("user_id").where("user_id", "=", userId).executeTakeFirst();
  const passkey = await db
    .selectFrom("passkeys")
    .select("id")
    .where("user_id", "=", userId)
    .limit(1)
    .executeTakeFirst();
  return { authenticator: totp !== undefined, passkey: passkey !== undefined };
}

/** A passkey counts at any address: otherwise another address of this server would need no second step. */
export async function hasFactor(db: Kysely<Database>, userId: string): Promise<boolean> {
  const { authenticator, passkey } = await findSecondSteps(db, userId);
  return authenticator || passkey;
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
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom("totp_factors").where("user_id", "=", userId).execute();
    await removeUselessCodes(trx, userId);
  });
}

/** The caller has checked a password or a code. Returns false if the user has no such passkey. */
export async function removePasskey(db: Kysely<Database>, userId: string, id: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom("passkeys")
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    await removeUselessCodes(trx, userId);
    return numDeletedRows > 0n;
  });
}

/** For someone who has lost all of them. */
export async function removeFactors(trx: Transaction<Database>, userId: string): Promise<void> {
  await trx.deleteFrom("totp_factors").where("user_id", "=", userId).execute();
  await trx.deleteFrom("passkeys").where("user_id", "=", userId).execute();
  await removeUselessCodes(trx, userId);
}

async function removeUselessCodes(trx: Transaction<Database>, userId: string): Promise<void> {
  if (!(await hasFactor(trx, userId))) {
    await trx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  }
}

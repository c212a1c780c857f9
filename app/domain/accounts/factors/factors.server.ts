import type { Kysely, Transaction } from "kysely";
import { formatFullDate, nowIso } from "#app/domain/core/time.ts";
import type { AuditActor, Database } from "#db/schema.ts";
import { type AuditSource, recordAudit } from "../audit/record-audit.server.ts";
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

/** Returns which second factors the user has, apart from recovery codes. */
export async function findSecondSteps(
  db: Kysely<Database>,
  userId: string,
): Promise<{ authenticator: boolean; passkey: boolean }> {
  const totp = await db
    .selectFrom("totp_factors")
    .select("user_id")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const passkey = await db
    .selectFrom("passkeys")
    .select("id")
    .where("user_id", "=", userId)
    .limit(1)
    .executeTakeFirst();
  return { authenticator: totp !== undefined, passkey: passkey !== undefined };
}

/**
 * A passkey counts even if it belongs to another address of this server: otherwise that address
 * would ask for no second step.
 */
export async function hasFactor(db: Kysely<Database>, userId: string): Promise<boolean> {
  const { authenticator, passkey } = await findSecondSteps(db, userId);
  return authenticator || passkey;
}

/** Returns null if the user has no factor. */
export async function makeRecoveryCodes(
  db: Kysely<Database>,
  userId: string,
  encryptionKey: string,
  source?: AuditSource,
): Promise<string[] | null> {
  return db.transaction().execute(async (trx) => {
    if (!(await hasFactor(trx, userId))) return null;
    await recordAudit(trx, { kind: "recovery_codes_renewed", userId, source });
    return replaceRecoveryCodes(trx, userId, encryptionKey, nowIso());
  });
}

interface Removal {
  userId: string;
  by?: AuditActor;
  source?: AuditSource;
}

export async function removeAuthenticator(db: Kysely<Database>, removal: Removal): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom("totp_factors")
      .where("user_id", "=", removal.userId)
      .executeTakeFirst();
    await finishRemoval(trx, removal, numDeletedRows);
  });
}

/** Does nothing if the user has no such passkey. */
export async function removePasskey(
  db: Kysely<Database>,
  id: string,
  removal: Removal,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom("passkeys")
      .where("id", "=", id)
      .where("user_id", "=", removal.userId)
      .executeTakeFirst();
    await finishRemoval(trx, removal, numDeletedRows);
  });
}

/** Helps someone who has lost their phone and their codes. Returns false if it was off. */
export async function turnOffTwoStep(
  db: Kysely<Database>,
  removal: Required<Pick<Removal, "userId" | "by">>,
) {
  return db.transaction().execute((trx) => removeFactors(trx, removal));
}

/** Returns false if there were no factors. */
export async function removeFactors(
  trx: Transaction<Database>,
  removal: Removal,
): Promise<boolean> {
  const { userId } = removal;
  const apps = await trx
    .deleteFrom("totp_factors")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const passkeys = await trx
    .deleteFrom("passkeys")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const removed = apps.numDeletedRows + passkeys.numDeletedRows;
  await finishRemoval(trx, removal, removed);
  return removed > 0n;
}

/**
 * Removes authenticator apps and recovery codes whose keys are gone; passkeys stay. Returns how
 * many apps there were.
 */
export async function forgetAllAuthenticators(trx: Transaction<Database>): Promise<number> {
  const { numDeletedRows } = await trx.deleteFrom("totp_factors").executeTakeFirst();
  await trx.deleteFrom("recovery_codes").execute();
  return Number(numDeletedRows);
}

async function finishRemoval(
  trx: Transaction<Database>,
  removal: Removal,
  removed: bigint,
): Promise<void> {
  if (removed > 0n) await recordAudit(trx, { kind: "factor_removed", ...removal });
  // Without a factor, recovery codes are useless.
  if (await hasFactor(trx, removal.userId)) return;
  await trx.deleteFrom("recovery_codes").where("user_id", "=", removal.userId).execute();
}

import type { Kysely } from "kysely";
import { decrypt } from "#app/domain/core/encryption.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { totpOf } from "./authenticator-setup.server.ts";
import { spendRecoveryCode } from "./recovery-codes.server.ts";
import { findStep } from "./totp.server.ts";

interface TypedCode {
  userId: string;
  code: string;
  now?: string;
}

/** Accepts a code of the authenticator app or a recovery code, each once. */
export async function acceptCode(
  db: Kysely<Database>,
  { userId, code, now = nowIso() }: TypedCode,
  encryptionKey: string,
): Promise<boolean> {
  const digits = code.replaceAll(/[\s-]/g, "");
  if (/^\d{6}$/.test(digits)) return acceptTotp(db, { userId, code: digits, now }, encryptionKey);
  return spendRecoveryCode(db, userId, code, encryptionKey, now);
}

/** Refuses every step up to the last accepted one, so nobody can use a code that they watched being typed. */
async function acceptTotp(
  db: Kysely<Database>,
  { userId, code, now }: Required<TypedCode>,
  encryptionKey: string,
): Promise<boolean> {
  const factor = await db.selectFrom("totp_factors").select("secret").where("user_id", "=", userId).executeTakeFirst();
  const secret = factor ? decrypt(encryptionKey, factor.secret, totpOf(userId)) : null;
  const step = secret === null ? null : await findStep(secret, code, now);
  if (step === null) return false;
  const { numUpdatedRows } = await db
    .updateTable("totp_factors")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

import type { Kysely, Transaction } from "kysely";
import { decrypt } from "#app/domain/core/encryption.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { AuditKind, Database } from "#db/schema.ts";
import { type AuditSource, recordAudit } from "../audit/record-audit.server.ts";
import { totpOf } from "./authenticator-setup.server.ts";
import { spendRecoveryCode } from "./recovery-codes.server.ts";
import { findStep } from "./totp.server.ts";

interface TypedCode {
  userId: string;
  code: string;
  source?: AuditSource;
  now?: string;
}

/** Accepts a code of the authenticator app or a recovery code, each once. */
export async function acceptCode(
  db: Kysely<Database>,
  { userId, code, source, now = nowIso() }: TypedCode,
  encryptionKey: string,
): Promise<boolean> {
  const digits = code.replaceAll(/[\s-]/g, "");
  const isTotp = /^\d{6}$/.test(digits);
  const step = isTotp ? await findTotpStep(db, { userId, code: digits, now }, encryptionKey) : null;
  return db.transaction().execute(async (trx) => {
    const isAccepted = isTotp
      ? await spendStep(trx, userId, step)
      : await spendRecoveryCode(trx, userId, code, encryptionKey, now);
    const used: AuditKind = isTotp ? "factor_used" : "recovery_code_used";
    await recordAudit(trx, { kind: isAccepted ? used : "factor_failed", userId, source }, now);
    return isAccepted;
  });
}

async function findTotpStep(
  db: Kysely<Database>,
  { userId, code, now }: { userId: string; code: string; now: string },
  encryptionKey: string,
): Promise<number | null> {
  const factor = await db
    .selectFrom("totp_factors")
    .select("secret")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const secret = factor ? decrypt(encryptionKey, factor.secret, totpOf(userId)) : null;
  return secret === null ? null : findStep(secret, code, now);
}

/**
 * Refuses every step up to the last accepted one, so nobody can use a code that they watched being
 * typed.
 */
async function spendStep(
  trx: Transaction<Database>,
  userId: string,
  step: number | null,
): Promise<boolean> {
  if (step === null) return false;
  const { numUpdatedRows } = await trx
    .updateTable("totp_factors")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import type { Database } from "#db/schema.ts";

const codeCount = 10;
/** 60 bits. */
const codeLength = 12;
/** Crockford's base32: no letter looks like another or like a digit. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** Replaces the earlier codes. Nobody can see the new ones again after this. */
export async function replaceRecoveryCodes(
  trx: Transaction<Database>,
  userId: string,
  encryptionKey: string,
  now: string,
): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, newCode);
  await trx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  const rows = codes.map((code) => ({
    id: newId(),
    user_id: userId,
    code_hash: hashCode(encryptionKey, userId, code),
    created_at: now,
  }));
  await trx.insertInto("recovery_codes").values(rows).execute();
  return codes.map((code) => code.replaceAll(/(?<=.)(?=(.{4})+$)/g, "-"));
}

/** @returns false for a wrong or used code */
export async function spendRecoveryCode(
  db: Kysely<Database>,
  userId: string,
  typed: string,
  encryptionKey: string,
  now: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("recovery_codes")
    .set({ used_at: now })
    .where("user_id", "=", userId)
    .where("code_hash", "=", hashCode(encryptionKey, userId, readCode(typed)))
    .where("used_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function newCode(): string {
  return [...randomBytes(codeLength)].map((byte) => alphabet[byte % alphabet.length]).join("");
}

function readCode(typed: string): string {
  return typed
    .toLowerCase()
    .replaceAll(/[^0-9a-z]/g, "")
    .replaceAll("o", "0")
    .replaceAll(/[il]/g, "1");
}

/** Keyed, so that a stolen database alone does not reveal the codes. */
function hashCode(encryptionKey: string, userId: string, code: string): string {
  const key = hkdfSync("sha256", Buffer.from(encryptionKey, "base64url"), "", "recovery-code", 32);
  return createHmac("sha256", Buffer.from(key)).update(`${userId}\n${code}`).digest("hex");
}

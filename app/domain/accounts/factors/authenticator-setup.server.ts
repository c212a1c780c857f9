import type { Kysely } from "kysely";
import { decrypt, encrypt } from "#app/domain/core/encryption.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { z } from "#app/domain/core/zod.ts";
import type { Database } from "#db/schema.ts";
import { type AuditSource, recordAudit } from "../audit/record-audit.server.ts";
import { hasFactor } from "./factors.server.ts";
import { drawQrCode, type QrCode } from "./qr-code.server.ts";
import { replaceRecoveryCodes } from "./recovery-codes.server.ts";
import { findStep, newTotpSecret, totpUri } from "./totp.server.ts";

const minutesValid = 30;
const sealedSetup = z.object({ secret: z.string(), expiresAt: z.string() });

/** Nothing is stored until a code proves that the app has the key. */
interface AuthenticatorSetup {
  /** Travels in the form, encrypted and bound to the user. */
  sealed: string;
  /** The key in groups of four characters, to type. */
  typedKey: string;
  /** Opens an app on the same phone. */
  uri: string;
  qrCode: QrCode;
}

type Account = { id: string; email: string };

export async function startAuthenticatorSetup(
  account: Account,
  encryptionKey: string,
): Promise<AuthenticatorSetup> {
  const setup = {
    secret: await newTotpSecret(),
    expiresAt: laterBy(nowIso(), { minutes: minutesValid }),
  };
  return describe(
    encrypt(encryptionKey, JSON.stringify(setup), purposeOf(account.id)),
    setup.secret,
    account,
  );
}

/**
 * Shows the same key again, after a wrong code. Returns null when the setup has expired or is not
 * this user's.
 */
export async function resumeAuthenticatorSetup(
  sealed: string,
  account: Account,
  encryptionKey: string,
): Promise<AuthenticatorSetup | null> {
  const secret = openSetup(sealed, account.id, encryptionKey, nowIso());
  return secret === null ? null : describe(sealed, secret, account);
}

/** @returns recovery codes with the user's first factor; nobody can see them again */
export async function addAuthenticator(
  db: Kysely<Database>,
  {
    userId,
    sealed,
    code,
    source,
  }: { userId: string; sealed: string; code: string; source?: AuditSource },
  encryptionKey: string,
): Promise<
  | { status: "added"; recoveryCodes: string[] | null }
  | { status: "expired" | "wrong_code" | "has_one" }
> {
  const now = nowIso();
  const secret = openSetup(sealed, userId, encryptionKey, now);
  if (secret === null) return { status: "expired" };
  const step = await findStep(secret, code, now);
  if (step === null) return { status: "wrong_code" };
  return db.transaction().execute(async (trx) => {
    const isFirst = !(await hasFactor(trx, userId));
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto("totp_factors")
      .values({
        user_id: userId,
        secret: encrypt(encryptionKey, secret, totpOf(userId)),
        last_step: step,
        created_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (!numInsertedOrUpdatedRows) return { status: "has_one" as const };
    await recordAudit(trx, { kind: "factor_added", userId, source }, now);
    const recoveryCodes = isFirst
      ? await replaceRecoveryCodes(trx, userId, encryptionKey, now)
      : null;
    return { status: "added" as const, recoveryCodes };
  });
}

/** A secret copied to another user's row does not decrypt. */
export function totpOf(userId: string): string {
  return `totp:${userId}`;
}

async function describe(
  sealed: string,
  secret: string,
  { email }: Account,
): Promise<AuthenticatorSetup> {
  const uri = await totpUri(secret, email);
  return {
    sealed,
    typedKey: secret.replaceAll(/.{4}(?=.)/g, "$& "),
    uri,
    qrCode: await drawQrCode(uri),
  };
}

function openSetup(
  sealed: string,
  userId: string,
  encryptionKey: string,
  now: string,
): string | null {
  const text = decrypt(encryptionKey, sealed, purposeOf(userId));
  const { data } = sealedSetup.safeParse(text === null ? null : JSON.parse(text));
  return data && data.expiresAt > now ? data.secret : null;
}

function purposeOf(userId: string): string {
  return `totp-setup:${userId}`;
}

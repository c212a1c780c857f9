import type { Kysely, Transaction } from "kysely";
import { checkAdmission, createAccount, type Newcomer, type SignUpRules } from "./create-account.server.ts";
import { connectCalendar } from "#app/domain/calendar/google/connection.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { calendarScope } from "#app/services/google/sign-in.server.ts";
import type { Database } from "#db/schema.ts";
import { isVerified } from "#app/domain/accounts/confirmed-address.server.ts";
import { recordAudit } from "#app/domain/accounts/audit/record-audit.server.ts";
import { takeOver } from "#app/domain/accounts/credentials/credentials.server.ts";
import {
  findAccountByEmail,
  findUserBySub,
  isLinked,
  saveGoogleAccount,
} from "#app/domain/accounts/google/google-account.server.ts";
import type { GoogleIdentity } from "#app/domain/accounts/google/identity.server.ts";

export interface Instance extends SignUpRules {
  canSendEmail: boolean;
  /** Encrypts the refresh token. */
  encryptionKey: string;
}

/**
 * `taken_over`: someone else had registered the address, and their password is gone.
 * `another_google`: the address belongs to an account with another Google login.
 */
type GoogleSignIn =
  | { status: "known" | "new" | "taken_over"; userId: string }
  | { status: "password_needed" | "not_invited" | "another_address" | "another_google" };

/** Identifies users by Google's `sub`, never by address. */
export async function signInWithGoogle(
  db: Kysely<Database>,
  person: GoogleIdentity & Newcomer & { timeZone?: string | undefined },
  instance: Instance,
): Promise<GoogleSignIn> {
  const now = nowIso();
  const { sub, email } = person;
  return db.transaction().execute(async (trx): Promise<GoogleSignIn> => {
    const linkedUserId = await findUserBySub(trx, sub);
    if (linkedUserId) {
      await saveGrant(trx, linkedUserId, person, instance.encryptionKey, now);
      return { status: "known", userId: linkedUserId };
    }
    const holder = await findAccountByEmail(trx, email);
    if (holder) return signInToExisting(trx, holder, person, instance, now);
    const admission = await checkAdmission(trx, person, instance, now);
    if (admission !== "admitted") return { status: admission };
    const userId = await createAccount(trx, { ...person, emailVerifiedAt: now }, now);
    await saveGrant(trx, userId, person, instance.encryptionKey, now);
    return { status: "new", userId };
  });
}

/** The caller has just checked the password. Returns false if either account is linked already. */
export async function linkGoogle(
  db: Kysely<Database>,
  userId: string,
  identity: GoogleIdentity,
  encryptionKey: string,
): Promise<boolean> {
  const now = nowIso();
  return db.transaction().execute(async (trx) => {
    if (await isLinked(trx, { sub: identity.sub, userId })) return false;
    await saveGrant(trx, userId, identity, encryptionKey, now);
    await recordAudit(trx, { kind: "google_linked", userId }, now);
    return true;
  });
}

type Holder = NonNullable<Awaited<ReturnType<typeof findAccountByEmail>>>;

async function signInToExisting(
  trx: Transaction<Database>,
  holder: Holder,
  identity: GoogleIdentity,
  instance: Instance,
  now: string,
): Promise<GoogleSignIn> {
  if (holder.sub) return { status: "another_google" };
  if (isVerified(holder, instance.canSendEmail)) return { status: "password_needed" };
  await takeOver(trx, holder.id, now);
  await saveGrant(trx, holder.id, identity, instance.encryptionKey, now);
  await recordAudit(trx, { kind: "google_linked", userId: holder.id }, now);
  return { status: "taken_over", userId: holder.id };
}

/** Google sends the refresh token only once. */
async function saveGrant(
  trx: Transaction<Database>,
  userId: string,
  identity: GoogleIdentity,
  encryptionKey: string,
  now: string,
): Promise<void> {
  await saveGoogleAccount(trx, userId, identity, now);
  const { sub, email, scope, refreshToken } = identity;
  if (refreshToken && allowsCalendar(scope)) {
    await connectCalendar(trx, userId, { sub, email, refreshToken }, encryptionKey, now);
  }
}

export function allowsCalendar(scope: string): boolean {
  return scope.split(" ").includes(calendarScope);
}

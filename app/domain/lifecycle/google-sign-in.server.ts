import type { Kysely, Transaction } from "kysely";
import {
  findUserBySub,
  hasGoogleAccount,
  saveGoogleAccount,
} from "#app/domain/accounts/google/google-account.server.ts";
import type { GoogleIdentity } from "#app/domain/accounts/google/identity.server.ts";
import { connectCalendar } from "#app/domain/calendar/google/connection.server.ts";
import { calendarScope } from "#app/services/google/sign-in.server.ts";
import type { Database } from "#db/schema.ts";
import type { Newcomer } from "./create-account.server.ts";
import {
  type SignUpSettings,
  type ProviderAccount,
  type ProviderSignIn,
  signInByProvider,
} from "./sign-in-by-provider.server.ts";

export async function signInWithGoogle(
  db: Kysely<Database>,
  person: GoogleIdentity & Newcomer & { timeZone?: string | undefined },
  settings: SignUpSettings,
): Promise<ProviderSignIn> {
  return signInByProvider(db, person, googleAccount(person, settings.encryptionKey), settings);
}

export function allowsCalendar(scope: string): boolean {
  return scope.split(" ").includes(calendarScope);
}

export function googleAccount(identity: GoogleIdentity, encryptionKey: string): ProviderAccount {
  return {
    auditKind: "google_linked",
    findUser: (trx) => findUserBySub(trx, identity.sub),
    isUserLinked: hasGoogleAccount,
    save: (trx, userId, now) => saveGrant(trx, userId, identity, encryptionKey, now),
  };
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

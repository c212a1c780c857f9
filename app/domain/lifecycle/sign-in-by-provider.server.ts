import type { Kysely, Transaction } from "kysely";
import { recordAudit } from "#app/domain/accounts/audit/record-audit.server.ts";
import { isVerified } from "#app/domain/accounts/confirmed-address.server.ts";
import { findAccountByEmail } from "#app/domain/accounts/credentials/account.server.ts";
import { takeOver } from "#app/domain/accounts/credentials/credentials.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { AuditKind, Database } from "#db/schema.ts";
import {
  checkAdmission,
  createAccount,
  type Newcomer,
  type SignUpRules,
} from "./create-account.server.ts";

export interface SignUpSettings extends SignUpRules {
  canSendEmail: boolean;
  /** Encrypts refresh tokens. */
  encryptionKey: string;
}

/** The provider has confirmed the address. */
interface ProvidedPerson extends Newcomer {
  firstName: string | null;
  lastName: string | null;
  timeZone?: string | undefined;
}

/**
 * A person's account at an identity provider, identified by its permanent id and never by its
 * address.
 */
export interface ProviderAccount {
  auditKind: AuditKind;
  findUser: (trx: Transaction<Database>) => Promise<string | undefined>;
  /** True if the user has another account at this provider. */
  isUserLinked: (trx: Transaction<Database>, userId: string) => Promise<boolean>;
  save: (trx: Transaction<Database>, userId: string, now: string) => Promise<void>;
}

/**
 * `known`: the provider's account is linked already. The caller saves what it says after the second
 * step. `taken_over`: someone else had registered the address, and their password is gone.
 * `another_account`: the address belongs to a user with another account at this provider.
 * `no_password`: the address belongs to a user who signs in with another provider only.
 */
export type ProviderSignIn =
  | { status: "known" | "new" | "taken_over"; userId: string }
  | {
      status:
        | "password_needed"
        | "not_invited"
        | "another_address"
        | "another_account"
        | "no_password";
    };

export async function signInByProvider(
  db: Kysely<Database>,
  person: ProvidedPerson,
  account: ProviderAccount,
  settings: SignUpSettings,
): Promise<ProviderSignIn> {
  const now = nowIso();
  return db.transaction().execute(async (trx): Promise<ProviderSignIn> => {
    const linkedUserId = await account.findUser(trx);
    if (linkedUserId) return { status: "known", userId: linkedUserId };
    const holder = await findAccountByEmail(trx, person.email);
    if (holder) return signInToExisting(trx, holder, account, settings, now);
    const admission = await checkAdmission(trx, person, settings, now);
    if (admission !== "admitted") return { status: admission };
    const userId = await createAccount(trx, { ...person, emailVerifiedAt: now }, now);
    await account.save(trx, userId, now);
    return { status: "new", userId };
  });
}

/**
 * The caller has made every check of a sign-in.
 * @param isNew true for an account that is not linked yet
 * @returns false if either account has been linked or unlinked since
 */
export async function saveProviderAccount(
  db: Kysely<Database>,
  { userId, isNew }: { userId: string; isNew: boolean },
  account: ProviderAccount,
): Promise<boolean> {
  const now = nowIso();
  return db.transaction().execute(async (trx) => {
    const linkedUserId = await account.findUser(trx);
    const isFree = linkedUserId === undefined && !(await account.isUserLinked(trx, userId));
    if (isNew ? !isFree : linkedUserId !== userId) return false;
    await account.save(trx, userId, now);
    if (isNew) await recordAudit(trx, { kind: account.auditKind, userId }, now);
    return true;
  });
}

async function signInToExisting(
  trx: Transaction<Database>,
  holder: { id: string; email_verified_at: string | null; password_hash: string | null },
  account: ProviderAccount,
  settings: SignUpSettings,
  now: string,
): Promise<ProviderSignIn> {
  if (isVerified(holder, settings.canSendEmail)) {
    if (await account.isUserLinked(trx, holder.id)) return { status: "another_account" };
    return { status: holder.password_hash === null ? "no_password" : "password_needed" };
  }
  await takeOver(trx, holder.id, now);
  await account.save(trx, holder.id, now);
  await recordAudit(trx, { kind: account.auditKind, userId: holder.id }, now);
  return { status: "taken_over", userId: holder.id };
}

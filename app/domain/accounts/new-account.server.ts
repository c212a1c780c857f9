import type { Transaction } from "kysely";
import { v7 as newId } from "uuid";
import type { Database } from "#db/schema.ts";
import { knownTimeZone } from "./profile/time-zone.server.ts";

export interface NewAccount {
  /** Trimmed, in lower case, unused. */
  email: string;
  emailVerifiedAt?: string;
  /** Absent for accounts that sign in with Google. */
  passwordHash?: string;
  firstName?: string | null;
  lastName?: string | null;
  /** From the browser; anything but an IANA name counts as unknown. */
  timeZone?: string | undefined;
}

export async function addUser(
  trx: Transaction<Database>,
  account: NewAccount,
  now: string,
): Promise<string> {
  const {
    email,
    emailVerifiedAt = null,
    passwordHash = null,
    firstName = null,
    lastName = null,
  } = account;
  const userId = newId();
  const user = {
    id: userId,
    email,
    email_verified_at: emailVerifiedAt,
    password_hash: passwordHash,
    created_at: now,
  };
  await trx.insertInto("users").values(user).execute();
  const names = { first_name: firstName, last_name: lastName };
  const timeZone = knownTimeZone(account.timeZone);
  await trx
    .insertInto("profiles")
    .values({ id: userId, ...names, time_zone: timeZone, updated_at: now })
    .execute();
  return userId;
}

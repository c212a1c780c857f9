import type { Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { newHousehold } from "#app/domain/household/members/membership.server.ts";
import { isTimeZone } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

interface NewAccount {
  /** Trimmed, in lower case; nobody else's. */
  email: string;
  emailVerifiedAt?: string;
  /** None for an account that signs in by other means only. */
  passwordHash?: string;
  firstName?: string | null;
  lastName?: string | null;
  /** As a browser tells it; anything but an IANA name counts as unknown. */
  timeZone?: string | undefined;
}

/** Makes an account, and a household that it owns. Returns the user's id. */
export async function makeAccount(trx: Transaction<Database>, account: NewAccount, now: string): Promise<string> {
  const { email, emailVerifiedAt = null, passwordHash = null, firstName = null, lastName = null } = account;
  const userId = newId();
  const user = { id: userId, email, email_verified_at: emailVerifiedAt, password_hash: passwordHash, created_at: now };
  await trx.insertInto("users").values(user).execute();
  const names = { first_name: firstName, last_name: lastName };
  const timeZone = knownTimeZone(account.timeZone);
  await trx
    .insertInto("profiles")
    .values({ id: userId, ...names, time_zone: timeZone, updated_at: now })
    .execute();
  await trx.insertInto("user_preferences").values({ user_id: userId }).execute();
  const householdId = await newHousehold(trx, now);
  await trx
    .insertInto("household_members")
    .values({ id: newId(), household_id: householdId, user_id: userId, role: "owner", joined_at: now })
    .execute();
  return userId;
}

/** Whether somebody with this address may make an account; with "invited" who was, and whoever is the first of all. */
export async function mayJoin(
  trx: Transaction<Database>,
  email: string,
  whoMay: "open" | "invited",
  now: string,
): Promise<boolean> {
  if (whoMay === "open") return true;
  const somebody = await trx.selectFrom("users").select("id").limit(1).executeTakeFirst();
  if (!somebody) return true;
  const invitation = await trx
    .selectFrom("family_invitations")
    .select("id")
    .where("invitee_email", "=", email)
    .where("status", "=", "pending")
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return Boolean(invitation);
}

/** A zone as a browser tells it, or null for what is none. */
export function knownTimeZone(name: string | undefined): string | null {
  return name && isTimeZone(name) ? name : null;
}

import type { Kysely } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { requestEmailVerification } from "../email/verification.server.ts";
import { knownTimeZone, makeAccount, mayJoin } from "#app/domain/lifecycle/new-account.server.ts";
import { hashPassword, isCommonPassword, passwordMatches } from "./password.server.ts";

export type SignUp = { userId: string } | { refused: "already_registered" | "weak_password" | "not_invited" };

/**
 * Makes an account, and a household that it owns; where e-mail can be sent, with a link to
 * confirm the address.
 * @param person.email trimmed, in lower case
 * @param person.timeZone IANA name as the browser tells it; anything else counts as unknown
 * @param instance.whoMay with "invited" only who was, and whoever is the first of all
 */
export async function signUp(
  db: Kysely<Database>,
  person: { email: string; password: string; timeZone?: string },
  instance: { canSendEmail: boolean; whoMay: "open" | "invited" },
): Promise<SignUp> {
  if (await isCommonPassword(person.password)) return { refused: "weak_password" };
  const passwordHash = await hashPassword(person.password);
  return db.transaction().execute(async (trx) => {
    const taken = await trx.selectFrom("users").select("id").where("email", "=", person.email).executeTakeFirst();
    if (taken) return { refused: "already_registered" as const };
    const now = nowIso();
    if (!(await mayJoin(trx, person.email, instance.whoMay, now))) return { refused: "not_invited" as const };
    const userId = await makeAccount(trx, { ...person, passwordHash }, now);
    if (instance.canSendEmail) await requestEmailVerification(trx, { userId, email: person.email }, now);
    return { userId };
  });
}

/** The id of the user whose address and password these are, or null; as slow for an unknown address as for a wrong password. */
export async function findByPassword(db: Kysely<Database>, email: string, password: string): Promise<string | null> {
  const user = await db
    .selectFrom("users")
    .select(["id", "password_hash"])
    .where("email", "=", email)
    .executeTakeFirst();
  if (!(await passwordMatches(password, user?.password_hash)) || !user) return null;
  // Checking takes its time: a password that was changed meanwhile lets nobody in.
  const now = await db.selectFrom("users").select("password_hash").where("id", "=", user.id).executeTakeFirst();
  return now?.password_hash === user.password_hash ? user.id : null;
}

/** The account's address. @throws when there is no such account */
export async function findAccountEmail(db: Kysely<Database>, userId: string): Promise<string> {
  return (await db.selectFrom("users").select("email").where("id", "=", userId).executeTakeFirstOrThrow()).email;
}

/** How somebody gets into their account: its address, and what goes with it. @throws when there is no such account */
export async function findWaysIn(
  db: Kysely<Database>,
  userId: string,
): Promise<{ email: string; hasPassword: boolean; googleEmail: string | null }> {
  const { password_hash, ...account } = await db
    .selectFrom("users")
    .leftJoin("google_accounts", "google_accounts.user_id", "users.id")
    .select(["users.email", "users.password_hash", "google_accounts.email as googleEmail"])
    .where("users.id", "=", userId)
    .executeTakeFirstOrThrow();
  return { ...account, hasPassword: password_hash !== null };
}

/** Keeps the zone that a browser tells, for somebody who has none yet. */
export async function learnTimeZone(db: Kysely<Database>, userId: string, timeZone: string | undefined): Promise<void> {
  const known = knownTimeZone(timeZone);
  if (!known) return;
  await db
    .updateTable("profiles")
    .set({ time_zone: known })
    .where("id", "=", userId)
    .where("time_zone", "is", null)
    .execute();
}

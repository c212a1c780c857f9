import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { findOidcSignIn, type OidcSignIn } from "../oidc/oidc-account.server.ts";
import type { Requester } from "./fair-queue.ts";
import { passwordMatches } from "./password.server.ts";

/** Takes as long for an unknown address as for a wrong password. */
export async function findUserByPassword(
  db: Kysely<Database>,
  email: string,
  password: string,
  requester: Requester,
): Promise<string | null> {
  const user = await db
    .selectFrom("users")
    .select(["id", "password_hash"])
    .where("email", "=", email)
    .executeTakeFirst();
  if (!(await passwordMatches(password, user?.password_hash, requester)) || !user) return null;
  // The password may have changed during the slow check.
  const now = await db
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", user.id)
    .executeTakeFirst();
  return now?.password_hash === user.password_hash ? user.id : null;
}

export async function findCredentials(
  db: Kysely<Database>,
  userId: string,
): Promise<{
  email: string;
  hasPassword: boolean;
  googleEmail: string | null;
  oidc: OidcSignIn | null;
}> {
  const oidc = await findOidcSignIn(db, userId);
  const { password_hash, ...account } = await db
    .selectFrom("users")
    .leftJoin("google_accounts", "google_accounts.user_id", "users.id")
    .select(["users.email", "users.password_hash", "google_accounts.email as googleEmail"])
    .where("users.id", "=", userId)
    .executeTakeFirstOrThrow();
  return { ...account, hasPassword: password_hash !== null, oidc };
}

export async function findAccountByEmail(
  db: Kysely<Database>,
  email: string,
): Promise<
  { id: string; email_verified_at: string | null; password_hash: string | null } | undefined
> {
  return db
    .selectFrom("users")
    .select(["id", "email_verified_at", "password_hash"])
    .where("email", "=", email)
    .executeTakeFirst();
}

/** Returns a mark that changes with the password. */
export async function findPasswordMark(
  db: Kysely<Database>,
  userId: string,
): Promise<string | undefined> {
  const user = await db
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", userId)
    .executeTakeFirst();
  return (
    user &&
    createHash("sha256")
      .update(user.password_hash ?? "none")
      .digest("base64url")
  );
}

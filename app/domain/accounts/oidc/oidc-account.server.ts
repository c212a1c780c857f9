import type { Kysely, Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { type OidcIdentity, oidcIssuer, oidcName } from "./identity.server.ts";

export async function findUserByOidc(
  db: Kysely<Database>,
  { issuer, sub }: Pick<OidcIdentity, "issuer" | "sub">,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("oidc_accounts")
    .select("user_id")
    .where("issuer", "=", issuer)
    .where("sub", "=", sub)
    .executeTakeFirst();
  return row?.user_id;
}

/** Accounts at an earlier issuer don't count: Mila's owner may have moved to another one. */
export async function hasOidcAccount(
  db: Kysely<Database>,
  userId: string,
  issuer: string,
): Promise<boolean> {
  const row = await db
    .selectFrom("oidc_accounts")
    .select("sub")
    .where("user_id", "=", userId)
    .where("issuer", "=", issuer)
    .executeTakeFirst();
  return row !== undefined;
}

/** The provider's name, and the user's address there. */
export interface OidcSignIn {
  name: string;
  email: string;
}

/** Returns null if the user has no account at the present issuer. */
export async function findOidcSignIn(
  db: Kysely<Database>,
  userId: string,
): Promise<OidcSignIn | null> {
  const row = await db
    .selectFrom("oidc_accounts")
    .select("email")
    .where("user_id", "=", userId)
    .where("issuer", "=", oidcIssuer)
    .executeTakeFirst();
  return row && oidcName !== null ? { name: oidcName, email: row.email } : null;
}

export async function saveOidcAccount(
  trx: Transaction<Database>,
  userId: string,
  { issuer, sub, email }: OidcIdentity,
  now: string,
): Promise<void> {
  await trx
    .insertInto("oidc_accounts")
    .values({ issuer, sub, user_id: userId, email, created_at: now })
    .onConflict((conflict) => conflict.columns(["issuer", "sub"]).doUpdateSet({ email }))
    .execute();
}

/** Returns false if there was none. */
export async function removeOidcAccounts(
  trx: Transaction<Database>,
  userId: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("oidc_accounts")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

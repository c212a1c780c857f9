import type { Kysely, Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import type { GoogleIdentity } from "./identity.server.ts";

export async function findUserBySub(db: Kysely<Database>, sub: string): Promise<string | undefined> {
  const row = await db.selectFrom("google_accounts").select("user_id").where("sub", "=", sub).executeTakeFirst();
  return row?.user_id;
}

/** True if either the Google account or the user is already linked. */
export async function isLinked(db: Kysely<Database>, { sub, userId }: { sub: string; userId: string }) {
  const linked = await db
    .selectFrom("google_accounts")
    .select("sub")
    .where((row) => row.or([row("sub", "=", sub), row("user_id", "=", userId)]))
    .executeTakeFirst();
  return Boolean(linked);
}

export async function findAccountByEmail(db: Kysely<Database>, email: string) {
  return db
    .selectFrom("users")
    .leftJoin("google_accounts", "google_accounts.user_id", "users.id")
    .select(["users.id", "users.email_verified_at", "users.password_hash", "google_accounts.sub"])
    .where("users.email", "=", email)
    .executeTakeFirst();
}

export async function saveGoogleAccount(
  trx: Transaction<Database>,
  userId: string,
  { sub, email, scope }: GoogleIdentity,
  now: string,
): Promise<void> {
  const grant = { email, scope };
  await trx
    .insertInto("google_accounts")
    .values({ sub, user_id: userId, created_at: now, ...grant })
    .onConflict((conflict) => conflict.column("sub").doUpdateSet(grant))
    .execute();
}

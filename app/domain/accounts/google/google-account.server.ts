import type { Kysely, Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import type { GoogleIdentity } from "./identity.server.ts";

export async function findUserBySub(
  db: Kysely<Database>,
  sub: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("google_accounts")
    .select("user_id")
    .where("sub", "=", sub)
    .executeTakeFirst();
  return row?.user_id;
}

export async function hasGoogleAccount(db: Kysely<Database>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("google_accounts")
    .select("sub")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
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

/** Returns false if there was none. */
export async function removeGoogleAccount(
  trx: Transaction<Database>,
  userId: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("google_accounts")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

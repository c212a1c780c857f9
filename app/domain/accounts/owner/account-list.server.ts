import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";

export const accountPageSize = 100;

export interface ListedAccount {
  id: string;
  email: string;
  createdAt: string;
  lastSeenAt: string | null;
  isOwner: boolean;
}

/** Oldest first. @param after the id of the last account of the page before */
export async function listAccounts(db: Kysely<Database>, after?: string): Promise<ListedAccount[]> {
  return (await accountsQuery(db, after).execute()).map(toAccount);
}

export async function findAccountById(db: Kysely<Database>, id: string): Promise<ListedAccount | undefined> {
  const row = await accountRows(db).where("id", "=", id).executeTakeFirst();
  return row && toAccount(row);
}

export async function findAccountByAddress(db: Kysely<Database>, email: string): Promise<ListedAccount | undefined> {
  const row = await accountRows(db).where("email", "=", email.trim().toLowerCase()).executeTakeFirst();
  return row && toAccount(row);
}

export function accountsQuery(db: Kysely<Database>, after: string | undefined) {
  const page = after ? accountRows(db).where("id", ">", after) : accountRows(db);
  return page.orderBy("id").limit(accountPageSize);
}

function accountRows(db: Kysely<Database>) {
  return db.selectFrom("users").select(["id", "email", "created_at", "last_seen_at", "is_owner"]);
}

type Row = Awaited<ReturnType<ReturnType<typeof accountRows>["executeTakeFirstOrThrow"]>>;

function toAccount({ id, email, created_at, last_seen_at, is_owner }: Row): ListedAccount {
  return { id, email, createdAt: created_at, lastSeenAt: last_seen_at, isOwner: is_owner === 1 };
}

import type { Kysely } from "kysely";
import { emailAddress } from "../input.ts";
import type { Database } from "#db/schema.ts";

export const accountPageSize = 100;

export interface ListedAccount {
  id: string;
  email: string;
  createdAt: string;
  lastSeenAt: string | null;
  isOwner: boolean;
  hasTwoStep: boolean;
}

/** Lists the oldest first. @param after the id of the last account of the page before */
export async function listAccounts(db: Kysely<Database>, after?: string): Promise<ListedAccount[]> {
  return (await accountsQuery(db, after).execute()).map(toAccount);
}

export async function findAccountById(
  db: Kysely<Database>,
  id: string,
): Promise<ListedAccount | undefined> {
  const row = await accountRows(db).where("id", "=", id).executeTakeFirst();
  return row && toAccount(row);
}

export async function findAccountByAddress(
  db: Kysely<Database>,
  email: string,
): Promise<ListedAccount | undefined> {
  const { data: address } = emailAddress("").safeParse(email);
  if (address === undefined) return undefined;
  const row = await accountRows(db).where("email", "=", address).executeTakeFirst();
  return row && toAccount(row);
}

export function accountsQuery(db: Kysely<Database>, after: string | undefined) {
  const page = after ? accountRows(db).where("id", ">", after) : accountRows(db);
  return page.orderBy("id").limit(accountPageSize);
}

function accountRows(db: Kysely<Database>) {
  return db
    .selectFrom("users")
    .where("departed_at", "is", null)
    .select(["id", "email", "created_at", "last_seen_at", "is_owner"])
    .select(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom("totp_factors").select("user_id").whereRef("user_id", "=", "users.id")),
        exists(selectFrom("passkeys").select("user_id").whereRef("user_id", "=", "users.id")),
      ]).as("has_two_step"),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof accountRows>["executeTakeFirstOrThrow"]>>;

function toAccount({
  id,
  email,
  created_at,
  last_seen_at,
  is_owner,
  has_two_step,
}: Row): ListedAccount {
  const [isOwner, hasTwoStep] = [is_owner === 1, Boolean(has_two_step)];
  return { id, email, createdAt: created_at, lastSeenAt: last_seen_at, isOwner, hasTwoStep };
}

import { type Kysely, sql } from "kysely";
import type { Database } from "../schema.ts";

/** Its adapter says so, because the server and Remix's bundle each have a copy of its class. */
export const isPostgres = (db: Kysely<Database>) => "isPostgres" in db.getExecutor().adapter;

/** Tells the workers that something is due. */
export const dueNotice = "mila_due";

/**
 * Tells all processes that listen, once the transaction is saved. Returns false on SQLite,
 * which has no notices.
 */
export async function notify(db: Kysely<Database>, notice: typeof dueNotice): Promise<boolean> {
  if (!isPostgres(db)) return false;
  await sql`select pg_notify(${notice}, '')`.execute(db);
  return true;
}

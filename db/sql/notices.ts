import { type DatabaseConnection, type Kysely, sql } from "kysely";
import type { Database } from "../schema.ts";

/** Its adapter says so, because the server and Remix's bundle each have a copy of its class. */
export const isPostgres = (db: Kysely<Database>) => "isPostgres" in db.getExecutor().adapter;

/** Tells the workers that something is due. */
export const dueNotice = "mila_due";

/** SQLite has no notices, so its driver publishes them in a channel of this process. */
export interface Notifying extends DatabaseConnection {
  /** Publishes the notice at once, or after the commit in a transaction. */
  notify: (notice: string) => void;
}

/**
 * Notifies the listeners once the transaction is saved: in all processes on PostgreSQL, and in this
 * one on SQLite.
 */
export async function notify(db: Kysely<Database>, notice: typeof dueNotice): Promise<void> {
  if (isPostgres(db)) return void (await sql`select pg_notify(${notice}, '')`.execute(db));
  await db
    .getExecutor()
    .provideConnection(async (connection) => (connection as Notifying).notify(notice));
}

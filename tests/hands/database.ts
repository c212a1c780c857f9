import { type Kysely, sql } from "kysely";
import { openDatabase } from "#db/connection.server.ts";
import { migrateToLatest } from "#db/migrate.ts";
import type { Database } from "#db/schema.ts";

/** A database in memory: a million actions need not wait for a disk. */
export async function databaseInMemory(): Promise<Kysely<Database>> {
  const db = openDatabase(":memory:");
  await sql`pragma secure_delete = off`.execute(db);
  await migrateToLatest(db);
  globalThis.milaDatabase = db;
  return db;
}

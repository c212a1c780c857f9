import { readdir } from "node:fs/promises";
import type { Kysely } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { Database } from "./schema.ts";

const folder = new URL("../migrations/", import.meta.url);

/** Thrown when the database was written by a newer version of Mila than this one. */
export class NewerDatabaseError extends Error {}

/**
 * Brings the database to this version's tables, in one transaction.
 * @throws NewerDatabaseError when it has migrations that this version does not know
 */
export async function migrateToLatest(db: Kysely<Database>): Promise<void> {
  const migrator = await createMigrator(db);
  await refuseNewerDatabase(db, migrator);
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** Undoes every migration, the last one first. */
export async function migrateToNothing(db: Kysely<Database>): Promise<void> {
  const migrator = await createMigrator(db);
  for (const _ of await migrator.getMigrations()) {
    const { error } = await migrator.migrateDown();
    if (error) throw error;
  }
}

async function createMigrator(db: Kysely<Database>): Promise<Migrator> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_.*\.ts$/.test(name)).toSorted();
  const migrations: Record<string, Migration> = {};
  for (const name of names) migrations[name.replace(".ts", "")] = await import(new URL(name, folder).href);
  return new Migrator({ db, provider: { getMigrations: async () => migrations } });
}

async function refuseNewerDatabase(db: Kysely<Database>, migrator: Migrator): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === "kysely_migration")) return;
  const known = new Set((await migrator.getMigrations()).map(({ name }) => name));
  const applied = await db
    .selectFrom("kysely_migration" as never)
    .select("name" as never)
    .execute();
  const unknown = (applied as { name: string }[]).find(({ name }) => !known.has(name));
  if (unknown) throw new NewerDatabaseError(`the database was written by a newer version of Mila (${unknown.name})`);
}

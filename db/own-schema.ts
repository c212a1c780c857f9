import { type Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import { openDatabase } from "./connection.server.ts";
import { BackupError } from "./errors.ts";
import { listApplied, listMigrations, readMigrations } from "./known-migrations.ts";
import type { Database } from "./schema.ts";

/** Made by SQLite itself. Their names are reserved, but a file that was written by hand may break the rule. */
const internal = /^(table sqlite_(sequence|stat[14])|index sqlite_autoindex_\w+)$/;

/**
 * A trigger or view would run in the restored database with everything in reach, long after the restore.
 * @throws BackupError when the backup holds something that its migrations don't make, or is from a newer version
 */
export async function requireOwnSchema(db: Kysely<Database>, file: string): Promise<void> {
  const [applied, known] = [await listApplied(db), await listMigrations()];
  const unknown = applied.find((name) => !known.includes(name));
  if (unknown)
    throw new BackupError(`${file} was made by a newer version of Mila (${unknown}): restore it with that version`);
  const own = new Set(await listOwn(applied));
  const foreign = (await listObjects(db)).find((object) => !own.has(object) && !internal.test(object));
  if (foreign)
    throw new BackupError(
      `${file} holds what Mila never made (${foreign}), which may do harm: restore a backup that you trust`,
    );
}

async function listOwn(applied: string[]): Promise<string[]> {
  const migrations = Object.entries(await readMigrations()).filter(([name]) => applied.includes(name));
  await using scratch = openDatabase(":memory:");
  const provider = { getMigrations: async () => Object.fromEntries(migrations) };
  const { error } = await new Migrator({ db: scratch, provider }).migrateToLatest();
  if (error) throw error;
  return [...(await listObjects(scratch)), "table backup"];
}

async function listObjects(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ object: string }>`select type || ' ' || name as object from sqlite_master`.execute(db);
  return rows.map(({ object }) => object);
}

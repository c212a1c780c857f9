import { dirname } from "node:path";
import { type Kysely, sql, type Transaction } from "kysely";
import { Migrator } from "kysely/migration";
import { newBackupFile, pruneBackups } from "#app/config/data-folder.server.ts";
import { readSecrets } from "#app/config/secrets.server.ts";
import { writeBackup } from "./backup.ts";
import { openDatabase, usualPatienceMs } from "./connection.server.ts";
import { hasTable } from "./has-table.ts";
import { listApplied, listMigrations, readMigrations } from "./known-migrations.ts";
import type { Database } from "./schema.ts";
import { refuseNewer, rememberVersion } from "./version.ts";

/** Another process may be copying and migrating: that is waited for. */
const patienceMs = 600_000;

/** Thrown when a migration failed; the database is as it was before. */
export class MigrationError extends Error {}

/**
 * Brings the database to this version's tables: all of it or nothing, by one process however many begin at once, and
 * with a copy of what was there before in `backups/` beside it.
 * @throws NewerDatabaseError when it has migrations that this version does not know
 * @throws MigrationError that says where the copy is
 */
export async function migrateToLatest(db: Kysely<Database>): Promise<void> {
  if ((await readPending(db)).length > 0) {
    await sql.raw(`pragma busy_timeout = ${patienceMs}`).execute(db);
    // Holds everybody else off who writes, and is let go of by the system when this process is killed.
    await db.transaction().execute(migrate);
    await sql.raw(`pragma busy_timeout = ${usualPatienceMs}`).execute(db);
  }
  await rememberVersion(db, (await listMigrations()).at(-1) ?? "");
}

async function migrate(trx: Transaction<Database>): Promise<void> {
  const [next] = await readPending(trx);
  // Whoever was waited for has done it.
  if (!next) return;
  const copy = await copyBefore(trx, next);
  const { error } = await (await createMigrator(trx)).migrateToLatest();
  if (!error) return;
  const kept = copy ? `. A copy is at ${copy}` : "";
  const why = error instanceof Error ? error.message : String(error);
  throw new MigrationError(`the database could not be upgraded (${why}) and was left unchanged${kept}`, {
    cause: error,
  });
}

/** A copy of the database before this migration; none of one that is empty. Only others than us can be held up by us. */
async function copyBefore(trx: Transaction<Database>, next: string): Promise<string | undefined> {
  if ((await readApplied(trx)).length === 0) return undefined;
  const file = await fileOf(trx);
  const folder = dirname(file);
  const copy = newBackupFile(folder, "before", { about: next });
  await using reading = openDatabase(file);
  await writeBackup(reading, readSecrets(folder), copy);
  pruneBackups(folder, "before");
  return copy;
}

async function readPending(db: Kysely<Database>): Promise<string[]> {
  const [applied, known] = [await readApplied(db), await listMigrations()];
  await refuseNewer(db, dirname(await fileOf(db)), { applied, known });
  return known.filter((name) => !applied.includes(name));
}

async function readApplied(db: Kysely<Database>): Promise<string[]> {
  return (await hasTable(db, "kysely_migration")) ? listApplied(db) : [];
}

async function fileOf(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(db);
  return rows[0]?.file ?? "";
}

async function createMigrator(db: Kysely<Database>): Promise<Migrator> {
  const migrations = await readMigrations();
  return new Migrator({ db, provider: { getMigrations: async () => migrations } });
}

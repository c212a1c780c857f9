import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { type Kysely, sql, type Transaction } from "kysely";
import { Migrator } from "kysely/migration";
import { newBackupFile, pruneBackups } from "#app/config/data-folder.server.ts";
import type { Secrets } from "#app/config/secrets.server.ts";
import { writeBackup } from "./backup.ts";
import { openDatabase, busyTimeoutMs } from "./connection.server.ts";
import { readAsFirstSchema, recordFirstSchema } from "./first-schema.ts";
import { hasTable } from "./has-table.ts";
import { readFittingSecrets } from "./keys.ts";
import { listApplied, listMigrations, readMigrations } from "./known-migrations.ts";
import type { Database } from "./schema.ts";
import { refuseNewerDatabase, recordVersion } from "./version.ts";

/** Another process may be backing up and migrating. */
const lockTimeoutMs = 600_000;

/** Thrown after a rollback: the database is unchanged. */
export class MigrationError extends Error {}

/**
 * Applies all migrations or none. Copies the database to `backups/` first. Several processes may
 * call it at once.
 * @param secrets to back up in place of lost ones
 * @throws NewerDatabaseError when the database has unknown migrations
 * @throws BackupError when a version in between must upgrade it first
 * @throws MigrationError when the database is as before, and so are its copies
 */
export async function migrateToLatest(db: Kysely<Database>, secrets?: Secrets): Promise<void> {
  if ((await readPending(db)).length > 0) {
    await sql.raw(`pragma busy_timeout = ${lockTimeoutMs}`).execute(db);
    await migrateWithCopy(db, secrets);
    await sql.raw(`pragma busy_timeout = ${busyTimeoutMs}`).execute(db);
  }
  await recordVersion(db, (await listMigrations()).at(-1) ?? "");
}

/** A failing start may be repeated without end, but its copies must not replace the older ones. */
async function migrateWithCopy(db: Kysely<Database>, secrets: Secrets | undefined): Promise<void> {
  let copy: string | undefined;
  try {
    // The transaction's lock makes other processes wait, and ends if this one is killed.
    await db.transaction().execute(async (trx) => {
      const [next] = await readPending(trx);
      if (!next) return;
      const isEmpty = (await readApplied(trx)).length === 0;
      await applyAll(trx);
      if (!isEmpty) copy = await backUpAsBefore(await findFile(trx), next, secrets);
    });
  } catch (error) {
    if (copy) rmSync(copy, { force: true });
    throw error;
  }
  if (copy) pruneBackups(dirname(await findFile(db)), "before");
}

async function applyAll(trx: Transaction<Database>): Promise<void> {
  try {
    await recordFirstSchema(trx);
    const { error } = await (await createMigrator(trx)).migrateToLatest();
    if (error) throw error;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(
      `the database could not be upgraded (${reason}) and was left unchanged`,
      { cause: error },
    );
  }
}

/** A second connection does not see the migration's changes until they are committed. */
async function backUpAsBefore(
  file: string,
  next: string,
  secrets: Secrets | undefined,
): Promise<string> {
  const folder = dirname(file);
  const copy = newBackupFile(folder, "before", { about: next });
  await using reading = openDatabase(file);
  await writeBackup(reading, secrets ?? (await readFittingSecrets(reading, folder)), copy);
  return copy;
}

export async function readPending(db: Kysely<Database>): Promise<string[]> {
  const [applied, known] = [await readApplied(db), await listMigrations()];
  const dataFolder = dirname(await findFile(db));
  await refuseNewerDatabase(db, dataFolder, { applied: readAsFirstSchema(applied), known });
  return known.filter((name) => !applied.includes(name));
}

async function readApplied(db: Kysely<Database>): Promise<string[]> {
  return (await hasTable(db, "kysely_migration")) ? listApplied(db) : [];
}

async function findFile(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{
    file: string;
  }>`select file from pragma_database_list where name = 'main'`.execute(db);
  return rows[0]?.file ?? "";
}

async function createMigrator(db: Kysely<Database>): Promise<Migrator> {
  const migrations = await readMigrations();
  return new Migrator({ db, provider: { getMigrations: async () => migrations } });
}

import { chmodSync, copyFileSync, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { newBackupFile, pruneBackups, syncToDisk } from "#app/config/data-folder.server.ts";
import { replaceSecrets } from "#app/config/secrets.server.ts";
import { type BackupContents, readBackup, readKeys, writeBackup } from "./backup.ts";
import { openDatabase, openSingleFile } from "./connection.server.ts";
import { BackupError, DamagedError, errorCode, toBackupError } from "./errors.ts";
import { hasTable } from "./has-table.ts";
import { readFittingSecrets, recordKeys } from "./keys.ts";
import { requireOwnSchema } from "./own-schema.ts";
import type { Database } from "./schema.ts";
import { restoredFact, writeDatabaseFact } from "./version.ts";

/** Files that SQLite would apply to another database of the same name. */
const sidecarSuffixes = ["-wal", "-shm", "-journal"];

export interface Restored extends BackupContents {
  kept: string | undefined;
}

interface Source {
  file: string;
  /** True if the file lies beside the database, so that it can be moved into its place. */
  isCopy: boolean;
  /** The backup's name for people. */
  shownAs: string;
}

/**
 * The restored database contains the keys until they are in place, so that an interruption leaves
 * the old state or the new one.
 * @throws BackupError when the backup is invalid or newer, or Mila runs
 */
export async function restoreBackup(source: Source, dataFolder: string): Promise<Restored> {
  const { file, isCopy, shownAs } = source;
  const contents = await readBackup(file, { shownAs, check: requireOwnSchema });
  const [database, next] = [join(dataFolder, "mila.db"), join(dataFolder, "mila.db.restoring")];
  // A Mila that starts waits until this closes.
  await using existing = await openExclusively(database);
  try {
    if (isCopy) renameSync(file, next);
    else copyFileSync(file, next);
    chmodSync(next, 0o600);
    syncToDisk(next);
    const kept = await keepExisting(existing, dataFolder);
    for (const suffix of sidecarSuffixes) rmSync(database + suffix, { force: true });
    renameSync(next, database);
    syncToDisk(dataFolder);
    await using restored = openDatabase(database);
    await restoreKeys(restored, dataFolder);
    pruneBackups(dataFolder, "replaced");
    return { ...contents, kept };
  } catch (error) {
    throw toBackupError(error, database);
  } finally {
    rmSync(next, { force: true });
  }
}

/**
 * Moves a restored backup's keys into `secrets.json`, and records its age. Call it before anything
 * reads either.
 */
export async function restoreKeys(db: Kysely<Database>, dataFolder: string): Promise<void> {
  if (!(await hasTable(db, "backup"))) return;
  await db.transaction().execute(async (trx) => {
    // Another process may have been first.
    if (!(await hasTable(trx, "backup"))) return;
    const { secrets, madeAt } = await readKeys(trx);
    replaceSecrets(secrets, dataFolder);
    await recordKeys(trx, secrets);
    await writeDatabaseFact(trx, restoredFact, madeAt);
    await sql`drop table backup`.execute(trx);
  });
}

async function openExclusively(
  database: string,
): Promise<(Kysely<Database> & AsyncDisposable) | null> {
  if (!hasContent(database)) return null;
  try {
    const db = openSingleFile(database);
    await sql`pragma locking_mode = exclusive`.execute(db);
    await sql.raw("begin exclusive").execute(db);
    await sql.raw("commit").execute(db);
    return db;
  } catch (error) {
    if (/^SQLITE_(NOTADB|CORRUPT)/.test(errorCode(error))) return null;
    if (!errorCode(error).startsWith("SQLITE_BUSY")) throw error;
    throw new BackupError(`${database} is in use: stop Mila first`);
  }
}

/** Backs up the existing database, or copies its files as they are if it is damaged. */
async function keepExisting(
  existing: Kysely<Database> | null,
  dataFolder: string,
): Promise<string | undefined> {
  const database = join(dataFolder, "mila.db");
  if (!hasContent(database)) return undefined;
  const file = newBackupFile(dataFolder, "replaced");
  try {
    if (!existing) return keepDamaged(dataFolder);
    await restoreKeys(existing, dataFolder);
    await writeBackup(existing, await readFittingSecrets(existing, dataFolder), file);
    return file;
  } catch (error) {
    if (error instanceof BackupError && !(error instanceof DamagedError)) throw error;
    return keepDamaged(dataFolder);
  }
}

function hasContent(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

function keepDamaged(dataFolder: string): string {
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, "-");
  const keptPath = (name: string) => `${join(dataFolder, name)}.before-restore-${stamp}`;
  const names = ["mila.db", "secrets.json"].filter((name) => existsSync(join(dataFolder, name)));
  for (const name of names) copyLasting(join(dataFolder, name), keptPath(name));
  for (const suffix of sidecarSuffixes.filter((name) =>
    existsSync(join(dataFolder, `mila.db${name}`)),
  )) {
    copyLasting(join(dataFolder, `mila.db${suffix}`), keptPath("mila.db") + suffix);
  }
  syncToDisk(dataFolder);
  return keptPath("mila.db");
}

function copyLasting(from: string, to: string): void {
  copyFileSync(from, to);
  syncToDisk(to);
}

import { closeSync, existsSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type Kysely, sql } from "kysely";
import { syncToDisk } from "#app/config/data-folder.server.ts";
import type { Secrets } from "#app/config/secrets.server.ts";
import { openSingleFile } from "./connection.server.ts";
import { BackupError, errorCode, toBackupError } from "./errors.ts";
import { hasTable } from "./has-table.ts";
import { listApplied } from "./known-migrations.ts";
import type { Database } from "./schema.ts";

export interface BackupContents {
  madeAt: string;
  secrets: string;
  migrations: string[];
  users: number;
  tasks: number;
}

/**
 * Uses VACUUM INTO, because SQLite's backup API restarts with each write and copies deleted data. Blocks this process.
 * @throws BackupError when the file exists, the disk is full, or the copy is corrupt
 */
export async function writeBackup(db: Kysely<Database>, secrets: Secrets, file: string): Promise<BackupContents> {
  if (existsSync(file)) throw new BackupError(`${file} already exists: choose another name`);
  const partialFile = `${file}.part`;
  try {
    closeSync(openSync(partialFile, "w", 0o600));
    await sql`vacuum into ${partialFile}`.execute(db);
    await addSecrets(partialFile, secrets);
    const contents = await readBackup(partialFile);
    syncToDisk(partialFile);
    renameSync(partialFile, file);
    syncToDisk(dirname(resolve(file)));
    return contents;
  } catch (error) {
    throw toBackupError(error, file);
  } finally {
    for (const suffix of ["", "-journal"]) rmSync(partialFile + suffix, { force: true });
  }
}

export async function readBackup(file: string): Promise<BackupContents> {
  if (!existsSync(file)) throw new BackupError(`${file} does not exist`);
  try {
    await using db = openSingleFile(file);
    if (!(await hasTable(db, "backup"))) throw new BackupError(`${file} is not a Mila backup`);
    const { rows: integrityErrors } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
    const { rows: foreignKeyErrors } = await sql`pragma foreign_key_check`.execute(db);
    if (integrityErrors[0]?.integrity_check !== "ok" || foreignKeyErrors.length > 0)
      throw new BackupError(`${file} is damaged`);
    const { rows } = await sql<Omit<BackupContents, "migrations">>`
      select made_at as madeAt, secrets, (select count(*) from users) as users, (select count(*) from tasks) as tasks
      from backup
    `.execute(db);
    const migrations = await listApplied(db);
    if (!rows[0]) throw new BackupError(`${file} is not a Mila backup`);
    return { ...rows[0], migrations };
  } catch (error) {
    if (errorCode(error) === "SQLITE_NOTADB") throw new BackupError(`${file} is not a Mila backup`);
    throw errorCode(error).startsWith("SQLITE_CORRUPT") ? new BackupError(`${file} is damaged`) : error;
  }
}

async function addSecrets(file: string, secrets: Secrets): Promise<void> {
  await using db = openSingleFile(file);
  await db.transaction().execute(async (trx) => {
    await sql`create table backup (made_at text not null, secrets text not null) strict`.execute(trx);
    await sql`insert into backup values (${new Date().toISOString()}, ${JSON.stringify(secrets)})`.execute(trx);
  });
}

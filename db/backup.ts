import { closeSync, existsSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type Kysely, sql } from "kysely";
import { syncToDisk } from "#app/config/data-folder.server.ts";
import type { Secrets } from "#app/config/secrets.server.ts";
import { openSingleFile } from "./connection.server.ts";
import { BackupError, codeOf, inWords } from "./errors.ts";
import { hasTable } from "./has-table.ts";
import { listApplied } from "./known-migrations.ts";
import type { Database } from "./schema.ts";

export interface BackupContents {
  /** UTC. */
  madeAt: string;
  /** Content of `secrets.json`. */
  secrets: string;
  migrations: string[];
  users: number;
  tasks: number;
}

/**
 * Writes the database and keys into one new database file, mode 600, as of one instant. Others may write meanwhile.
 * VACUUM INTO, because SQLite's backup API restarts with each write and copies deleted data. It blocks this process.
 * @throws BackupError when the file exists, the disk is full, or the copy is corrupt
 */
export async function writeBackup(db: Kysely<Database>, secrets: Secrets, file: string): Promise<BackupContents> {
  if (existsSync(file)) throw new BackupError(`${file} already exists: choose another name`);
  const part = `${file}.part`;
  try {
    closeSync(openSync(part, "w", 0o600));
    await sql`vacuum into ${part}`.execute(db);
    await addSecrets(part, secrets);
    const contents = await readBackup(part);
    syncToDisk(part);
    renameSync(part, file);
    syncToDisk(dirname(resolve(file)));
    return contents;
  } catch (error) {
    throw inWords(error, file);
  } finally {
    for (const suffix of ["", "-journal"]) rmSync(part + suffix, { force: true });
  }
}

/**
 * Checks a whole backup and returns its contents.
 * @throws BackupError when it is damaged or not a backup
 */
export async function readBackup(file: string): Promise<BackupContents> {
  if (!existsSync(file)) throw new BackupError(`${file} does not exist`);
  try {
    await using db = openSingleFile(file);
    if (!(await hasTable(db, "backup"))) throw new BackupError(`${file} is not a Mila backup`);
    const { rows: problems } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
    const { rows: strays } = await sql`pragma foreign_key_check`.execute(db);
    if (problems[0]?.integrity_check !== "ok" || strays.length > 0) throw new BackupError(`${file} is damaged`);
    const { rows } = await sql<Omit<BackupContents, "migrations">>`
      select made_at as madeAt, secrets, (select count(*) from users) as users, (select count(*) from tasks) as tasks
      from backup
    `.execute(db);
    const migrations = await listApplied(db);
    if (!rows[0]) throw new BackupError(`${file} is not a Mila backup`);
    return { ...rows[0], migrations };
  } catch (error) {
    if (codeOf(error) === "SQLITE_NOTADB") throw new BackupError(`${file} is not a Mila backup`);
    throw codeOf(error).startsWith("SQLITE_CORRUPT") ? new BackupError(`${file} is damaged`) : error;
  }
}

async function addSecrets(file: string, secrets: Secrets): Promise<void> {
  await using db = openSingleFile(file);
  await db.transaction().execute(async (trx) => {
    await sql`create table backup (made_at text not null, secrets text not null) strict`.execute(trx);
    await sql`insert into backup values (${new Date().toISOString()}, ${JSON.stringify(secrets)})`.execute(trx);
  });
}

import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { syncToDisk } from "#app/config/data-folder.server.ts";
import { parseSecrets, type Secrets } from "#app/config/secrets.server.ts";
import { openSingleFile } from "./connection.server.ts";
import { BackupError, damaged, DamagedError, errorCode, toBackupError } from "./errors.ts";
import { hasTable } from "./has-table.ts";
import type { Database } from "./schema.ts";

export interface BackupContents {
  /** UTC. */
  madeAt: string;
  users: number;
  tasks: number;
}

/** Only accepts an instant: whoever wrote the file chose the text, and both commands print it. */
const instant = z.iso.datetime();

/**
 * Uses VACUUM INTO, because SQLite's backup API restarts with each write and copies deleted data.
 * Blocks this process.
 * @throws BackupError when the file exists, the disk is full, or the copy is corrupt
 */
export async function writeBackup(
  db: Kysely<Database>,
  secrets: Secrets,
  file: string,
): Promise<BackupContents> {
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

/**
 * @param options.shownAs the file's name for people, if it is a copy
 * @param options.check runs before anything else in the file is used
 * @throws BackupError when the file can't be read, is damaged or incomplete, or is not a backup
 */
export async function readBackup(
  file: string,
  {
    shownAs = file,
    check,
  }: { shownAs?: string; check?: (db: Kysely<Database>, shownAs: string) => Promise<void> } = {},
): Promise<BackupContents> {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat) throw new BackupError(`${shownAs} does not exist`);
  if (!stat.isFile())
    throw new BackupError(`${shownAs} is not a file: to restore what another program sends, use -`);
  if (stat.size === 0)
    throw new BackupError(`${shownAs} is empty: copy it again, or restore another backup`);
  try {
    await using db = openSingleFile(file);
    if (!(await hasTable(db, "backup")) || !(await hasTable(db, "kysely_migration")))
      throw notABackup(shownAs);
    await check?.(db, shownAs);
    await requireWhole(db, stat.size);
    const { madeAt } = await readKeys(db);
    const { rows } = await sql<Omit<BackupContents, "madeAt">>`
      select (select count(*) from users) as users, (select count(*) from tasks) as tasks
    `.execute(db);
    return { madeAt, ...rows[0]! };
  } catch (error) {
    throw explain(error, shownAs);
  }
}

/** Reads the time and the secret keys that a backup contains besides the database. */
export async function readKeys(
  db: Kysely<Database>,
): Promise<{ madeAt: string; secrets: Secrets }> {
  const { rows } = await sql<
    Record<"made_at" | "secrets", unknown>
  >`select made_at, secrets from backup`.execute(db);
  const [madeAt, secrets] = [
    instant.safeParse(rows[0]?.made_at),
    parseSecrets(String(rows[0]?.secrets)),
  ];
  if (!madeAt.success || !secrets) throw corrupt();
  return { madeAt: madeAt.data, secrets };
}

/** Checks the length, because SQLite reads missing bytes at the end as zeros. */
async function requireWhole(db: Kysely<Database>, bytes: number): Promise<void> {
  const { rows: sizes } = await sql<{ size: number }>`
    select page_count * page_size as size from pragma_page_count, pragma_page_size
  `.execute(db);
  const { rows: integrityErrors } = await sql<{
    integrity_check: string;
  }>`pragma integrity_check`.execute(db);
  const { rows: foreignKeyErrors } = await sql`pragma foreign_key_check`.execute(db);
  const isWhole = sizes[0]?.size === bytes && integrityErrors[0]?.integrity_check === "ok";
  if (!isWhole || foreignKeyErrors.length > 0) throw corrupt();
}

const corrupt = () =>
  Object.assign(new Error("database disk image is malformed"), { code: "SQLITE_CORRUPT" });

const notABackup = (file: string) =>
  new DamagedError(`${file} is not a Mila backup: choose a file that Mila wrote as one`);

function explain(error: unknown, file: string): unknown {
  const code = errorCode(error);
  if (code === "SQLITE_NOTADB") return notABackup(file);
  if (code.startsWith("SQLITE_CANTOPEN"))
    return new BackupError(`${file} cannot be read by this user`);
  if (!code.startsWith("SQLITE_") || code.startsWith("SQLITE_BUSY")) return error;
  return damaged(file);
}

async function addSecrets(file: string, secrets: Secrets): Promise<void> {
  await using db = openSingleFile(file);
  await db.transaction().execute(async (trx) => {
    await sql`create table backup (made_at text not null, secrets text not null) strict`.execute(
      trx,
    );
    await sql`insert into backup values (${new Date().toISOString()}, ${JSON.stringify(secrets)})`.execute(
      trx,
    );
  });
}

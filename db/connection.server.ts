import { statSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { Kysely, sql } from "kysely";
import type { Refusal } from "#app/config/end-as-refused.server.ts";
import { env } from "#app/config/env.server.ts";
import { eachEngine } from "./sql/each-engine.ts";
import { openPostgres } from "./dialects/postgres/open.ts";
import { listMigrations } from "./known-migrations.ts";
import { sqliteDialect } from "./dialects/sqlite/dialect.ts";
import type { Database } from "./schema.ts";
import { withStatementCache } from "./dialects/sqlite/statement-cache.ts";

/**
 * Older versions can corrupt a WAL database with two writers (https://sqlite.org/wal.html, "The
 * WAL-reset bug").
 */
const minSqliteVersion = [3, 51, 3];

/**
 * Short, because SQLite blocks the process while it waits for a lock. The driver does most of the
 * waiting.
 */
export const busyTimeoutMs = 20;
const longestWaitMs = 10_000;
/** SQLite shrinks the log to this size after a long reader, such as a backup, made it grow. */
const maxIdleWalBytes = 16_000_000;

export function openDatabase(file: string, options: SQLite.Options = {}): Kysely<Database> {
  const opening: Opening = { journal: "WAL", waitsMs: [longestWaitMs, busyTimeoutMs] };
  const open = () => openFile(file, options, opening);
  const writing = open();
  return withKysely(writing, writing.memory ? null : open(), longestWaitMs);
}

/**
 * Opens the database without WAL.
 * @throws when it is missing, invalid, or open elsewhere (SQLITE_BUSY, after 2 s)
 */
export function openSingleFile(file: string): Kysely<Database> {
  const opening: Opening = { journal: "DELETE", waitsMs: [2_000, 2_000] };
  const sqlite = openFile(file, { fileMustExist: true }, opening);
  return withKysely(sqlite, null, 0);
}

interface Opening {
  journal: "WAL" | "DELETE";
  /** How long SQLite waits for a lock while it opens the file, and later. */
  waitsMs: readonly [opening: number, later: number];
}

function openFile(
  file: string,
  options: SQLite.Options,
  { journal, waitsMs: [openingMs, laterMs] }: Opening,
): SQLite.Database {
  const sqlite = new SQLite(file, options);
  requireSafeSqlite(sqlite);
  sqlite.pragma(`busy_timeout = ${openingMs}`);
  sqlite.pragma(`journal_mode = ${journal}`);
  sqlite.pragma(`busy_timeout = ${laterMs}`);
  sqlite.pragma(`journal_size_limit = ${maxIdleWalBytes}`);
  sqlite.pragma("synchronous = FULL");
  sqlite.pragma("foreign_keys = ON");
  // Otherwise deleted text would stay in the file.
  sqlite.pragma("secure_delete = ON");
  return sqlite;
}

/** @param maxWaitMs the longest wait for a lock, without blocking the process */
function withKysely(
  writing: SQLite.Database,
  reading: SQLite.Database | null,
  maxWaitMs: number,
): Kysely<Database> {
  return new Kysely<Database>({
    dialect: sqliteDialect({
      writing: withStatementCache(writing),
      isInTransaction: () => writing.inTransaction,
      reading: reading && withStatementCache(reading),
      requireFile: watchFile(writing.name),
      maxWaitMs,
    }),
  });
}

/**
 * The server and Remix's bundle each have a copy of this module, so they recognize the error by its
 * code.
 */
export const databaseGone = "DATABASE_GONE";

function watchFile(file: string): (maxAgeMs: number) => void {
  const identify = () => {
    const found = statSync(file, { throwIfNoEntry: false });
    return found && `${found.dev}:${found.ino}`;
  };
  const opened = identify();
  let checkedAt = Number.NEGATIVE_INFINITY;
  return (maxAgeMs) => {
    const now = performance.now();
    if (now - checkedAt < maxAgeMs) return;
    // After a failure, checks again each time.
    checkedAt = Number.NEGATIVE_INFINITY;
    if (identify() !== opened) {
      const error = new Error("The database file was deleted or replaced: restart Mila");
      throw Object.assign(error, { code: databaseGone });
    }
    checkedAt = now;
  };
}

export function databaseFile(): string {
  return join(env.DATA_DIR, "mila.db");
}

declare global {
  var milaDatabase: Kysely<Database> | undefined;
}

/**
 * Stored on globalThis, because server and Remix bundle each load this module: two connections
 * would block each other.
 * @throws when the file is missing: an empty one in its place would end the log of the last changes
 */
export function database(): Kysely<Database> {
  return (globalThis.milaDatabase ??= env.DATABASE_URL
    ? openPostgres(env.DATABASE_URL)
    : openDatabase(databaseFile(), { fileMustExist: true }));
}

/**
 * Lets others see that this process runs, if the database is PostgreSQL.
 * @param onRefused called if it must end
 */
export async function countAsRunning(onRefused: (why: Refusal) => void): Promise<void> {
  if (!env.DATABASE_URL) return;
  const { keepSession } = await import("./dialects/postgres/session.ts");
  const migration = (await listMigrations()).at(-1)!;
  keepSession({ url: env.DATABASE_URL, migration, onRefused });
}

/**
 * `data_version` counts what other connections commit, and `total_changes` what this one changes.
 * PostgreSQL's snapshot differs once a transaction that changes something has begun or ended.
 */
const dataVersion = eachEngine<{ version: string }>({
  sqlite: sql`
    select total_changes() || ' ' || (select data_version from pragma_data_version) as version
  `,
  postgres: sql`select pg_current_snapshot()::text as version`,
});

/** Returns a value that differs after every change to any row, by this process or another one. */
export async function readDataVersion(): Promise<string> {
  const { rows } = await dataVersion.execute(database());
  return rows[0]?.version ?? "";
}

const size = eachEngine<{ bytes: number }>({
  sqlite: sql`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`,
  postgres: sql`select pg_database_size(current_database()) as bytes`,
});

export async function readDatabaseBytes(): Promise<number> {
  const { rows } = await size.execute(database());
  return rows[0]?.bytes ?? 0;
}

function requireSafeSqlite(sqlite: SQLite.Database): void {
  const version = sqlite.prepare<[], string>("select sqlite_version()").pluck().get() ?? "0";
  const parts = version.split(".").map(Number);
  const differs = minSqliteVersion.findIndex((part, index) => part !== parts[index]);
  if (differs >= 0 && (parts[differs] ?? 0) < (minSqliteVersion[differs] ?? 0)) {
    throw new Error(
      `SQLite ${version} is too old: Mila needs ${minSqliteVersion.join(".")} or newer`,
    );
  }
}

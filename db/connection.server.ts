import { join } from "node:path";
import SQLite from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from "kysely";
import { env } from "#app/config/env.server.ts";
import type { Database } from "./schema.ts";
import { withStatementCache } from "./statement-cache.ts";

/** Older ones can corrupt a WAL database that two processes write (https://sqlite.org/wal.html, "The WAL-reset bug"). */
const oldestSafeSqlite = [3, 51, 3];

/** How long another process is waited for that writes. */
export const usualPatienceMs = 10_000;

/** Kysely begins deferred; a read followed by a write then fails at once when another process wrote in between. */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  /** SQLite has undone it already when the disk is full; then that is what is to be said. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch((error: unknown) => {
      if (!/no transaction is active/.test(String(error))) throw error;
    });
  }
}

/** Kysely says that SQLite cannot take back a change of tables, and would do migrations without a transaction. It can. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): SqliteDriver {
    return new ImmediateSqliteDriver(this.#config);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter();
  }
}

/**
 * Opens the database file, and makes it when it is not there. What is committed is on the disk.
 * @throws when the file cannot be opened, or this machine's SQLite is not safe to use
 */
export function openDatabase(file: string): Kysely<Database> {
  return open(new SQLite(file), { journal: "WAL", patienceMs: usualPatienceMs });
}

/**
 * Opens a database that is there and keeps it in one file, without others beside it.
 * @throws when it is not there, is no database, or another process has it open (SQLITE_BUSY, after 2 s)
 */
export function openSingleFile(file: string): Kysely<Database> {
  return open(new SQLite(file, { fileMustExist: true }), { journal: "DELETE", patienceMs: 2_000 });
}

function open(
  sqlite: SQLite.Database,
  { journal, patienceMs }: { journal: "WAL" | "DELETE"; patienceMs: number },
): Kysely<Database> {
  refuseUnsafeSqlite(sqlite);
  sqlite.pragma(`busy_timeout = ${patienceMs}`);
  sqlite.pragma(`journal_mode = ${journal}`);
  sqlite.pragma("synchronous = FULL");
  sqlite.pragma("foreign_keys = ON");
  return new Kysely<Database>({ dialect: new ImmediateSqliteDialect({ database: withStatementCache(sqlite) }) });
}

/** The database in the data folder. */
export function databaseFile(): string {
  return join(env.DATA_DIR, "mila.db");
}

declare global {
  var milaDatabase: Kysely<Database> | undefined;
}

/**
 * This process's one connection. It hangs on globalThis because the server and the Remix bundle each load their own
 * copy of this module, and two connections in one process freeze each other for the whole busy timeout.
 */
export function database(): Kysely<Database> {
  return (globalThis.milaDatabase ??= openDatabase(databaseFile()));
}

function refuseUnsafeSqlite(sqlite: SQLite.Database): void {
  const version = sqlite.prepare<[], string>("select sqlite_version()").pluck().get() ?? "0";
  const parts = version.split(".").map(Number);
  const differs = oldestSafeSqlite.findIndex((part, index) => part !== parts[index]);
  if (differs >= 0 && (parts[differs] ?? 0) < (oldestSafeSqlite[differs] ?? 0)) {
    throw new Error(`SQLite ${version} is too old: Mila needs ${oldestSafeSqlite.join(".")} or newer`);
  }
}

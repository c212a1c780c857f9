import { statSync } from "node:fs";
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

/** Older versions can corrupt a WAL database with two writers (https://sqlite.org/wal.html, "The WAL-reset bug"). */
const minSqliteVersion = [3, 51, 3];

export const busyTimeoutMs = 10_000;

/** Kysely begins deferred; a write after a read then fails at once if another process wrote in between. */
class ImmediateSqliteDriver extends SqliteDriver {
  readonly #isInPlace: () => boolean;

  constructor(config: SqliteDialectConfig, isInPlace: () => boolean) {
    super(config);
    this.#isInPlace = isInPlace;
  }

  /** SQLite keeps writing to a file that was deleted or replaced, and what it says is saved would be lost. */
  override async acquireConnection(): Promise<DatabaseConnection> {
    if (!this.#isInPlace()) throw new Error("The database file was deleted or replaced: restart Mila");
    return super.acquireConnection();
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  /** SQLite has already rolled back on a full disk, and that error matters more. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch((error: unknown) => {
      if (!/no transaction is active/.test(String(error))) throw error;
    });
  }
}

/** Kysely assumes that SQLite cannot roll back DDL and would migrate without a transaction. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;
  readonly #isInPlace: () => boolean;

  constructor(config: SqliteDialectConfig, isInPlace: () => boolean) {
    super(config);
    this.#config = config;
    this.#isInPlace = isInPlace;
  }

  override createDriver(): SqliteDriver {
    return new ImmediateSqliteDriver(this.#config, this.#isInPlace);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter();
  }
}

export function openDatabase(file: string): Kysely<Database> {
  return open(new SQLite(file), { journal: "WAL", timeoutMs: busyTimeoutMs });
}

/** Opens without WAL. @throws when it is missing, invalid, or open elsewhere (SQLITE_BUSY, after 2 s) */
export function openSingleFile(file: string): Kysely<Database> {
  return open(new SQLite(file, { fileMustExist: true }), { journal: "DELETE", timeoutMs: 2_000 });
}

function open(
  sqlite: SQLite.Database,
  { journal, timeoutMs }: { journal: "WAL" | "DELETE"; timeoutMs: number },
): Kysely<Database> {
  requireSafeSqlite(sqlite);
  sqlite.pragma(`busy_timeout = ${timeoutMs}`);
  sqlite.pragma(`journal_mode = ${journal}`);
  sqlite.pragma("synchronous = FULL");
  sqlite.pragma("foreign_keys = ON");
  // Otherwise what people deleted stays in the file.
  sqlite.pragma("secure_delete = ON");
  const config = { database: withStatementCache(sqlite) };
  return new Kysely<Database>({ dialect: new ImmediateSqliteDialect(config, watchFile(sqlite.name)) });
}

function watchFile(file: string): () => boolean {
  const identify = () => {
    const found = statSync(file, { throwIfNoEntry: false });
    return found && `${found.dev}:${found.ino}`;
  };
  const opened = identify();
  return () => identify() === opened;
}

export function databaseFile(): string {
  return join(env.DATA_DIR, "mila.db");
}

declare global {
  var milaDatabase: Kysely<Database> | undefined;
}

/** On globalThis, because server and Remix bundle each load this module: two connections would block each other. */
export function database(): Kysely<Database> {
  return (globalThis.milaDatabase ??= openDatabase(databaseFile()));
}

function requireSafeSqlite(sqlite: SQLite.Database): void {
  const version = sqlite.prepare<[], string>("select sqlite_version()").pluck().get() ?? "0";
  const parts = version.split(".").map(Number);
  const differs = minSqliteVersion.findIndex((part, index) => part !== parts[index]);
  if (differs >= 0 && (parts[differs] ?? 0) < (minSqliteVersion[differs] ?? 0)) {
    throw new Error(`SQLite ${version} is too old: Mila needs ${minSqliteVersion.join(".")} or newer`);
  }
}

import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from "kysely";
import { createTurns, waitForLocks } from "./patient-connection.ts";
import { MilaQueryCompiler } from "./query-compiler.ts";

interface DriverOptions {
  /** False once the database file was deleted or replaced. */
  isInPlace: () => boolean;
  isInTransaction: () => boolean;
  /** For locks of other processes. */
  maxWaitMs: number;
}

class MilaSqliteDriver extends SqliteDriver {
  readonly #turns = createTurns();
  readonly #options: DriverOptions;
  #connection: DatabaseConnection | undefined;

  constructor(config: SqliteDialectConfig, options: DriverOptions) {
    super(config);
    this.#options = options;
  }

  /** SQLite keeps writing to a file that was deleted or replaced, and what it says is saved would be lost. */
  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turns.take();
    if (!this.#options.isInPlace()) {
      this.#turns.end();
      throw new Error("The database file was deleted or replaced: restart Mila");
    }
    this.#connection ??= waitForLocks(await super.acquireConnection(), { turns: this.#turns, ...this.#options });
    return this.#connection;
  }

  override async releaseConnection(): Promise<void> {
    this.#turns.end();
  }

  /** Kysely begins deferred; a write after a read then fails at once if another process wrote in between. */
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

class MilaSqliteAdapter extends SqliteAdapter {
  /** Kysely assumes that SQLite cannot roll back DDL and would migrate without a transaction. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** There is one, but Kysely would keep it from others while one waits for a lock. The driver takes turns. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

export class MilaSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;
  readonly #options: DriverOptions;

  constructor(config: SqliteDialectConfig, options: DriverOptions) {
    super(config);
    this.#config = config;
    this.#options = options;
  }

  override createDriver(): SqliteDriver {
    return new MilaSqliteDriver(this.#config, this.#options);
  }

  override createAdapter(): SqliteAdapter {
    return new MilaSqliteAdapter();
  }

  override createQueryCompiler(): MilaQueryCompiler {
    return new MilaQueryCompiler();
  }
}

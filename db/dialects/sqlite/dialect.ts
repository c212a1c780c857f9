import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from "kysely";
import { createMutex, waitForLocks } from "./wait-for-locks.ts";
import { MilaQueryCompiler } from "./query-compiler.ts";

interface DriverOptions {
  /**
   * SQLite keeps writing to a file that was deleted or replaced, and confirmed changes would be
   * lost.
   * @throws in that case
   * @param maxAgeMs how old the check may be
   */
  requireFile: (maxAgeMs: number) => void;
  isInTransaction: () => boolean;
  /** The longest wait for locks of other processes. */
  maxWaitMs: number;
}

/** A page reads dozens of times, but confirmed changes must be in the file. */
const readsMaxAgeMs = 20;
const reads = new Set(["SelectQueryNode", "RawNode"]);

class MilaSqliteDriver extends SqliteDriver {
  readonly #mutex = createMutex();
  readonly #options: DriverOptions;
  #connection: DatabaseConnection | undefined;

  constructor(config: SqliteDialectConfig, options: DriverOptions) {
    super(config);
    this.#options = options;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#mutex.acquire();
    this.#connection ??= this.#checked(
      waitForLocks(await super.acquireConnection(), { mutex: this.#mutex, ...this.#options }),
    );
    return this.#connection;
  }

  #checked(connection: DatabaseConnection): DatabaseConnection {
    return {
      streamQuery: (...query) => connection.streamQuery(...query),
      executeQuery: async (query, ...more) => {
        if (query.sql !== "rollback")
          this.#options.requireFile(reads.has(query.query.kind) ? readsMaxAgeMs : 0);
        return connection.executeQuery(query, ...more);
      },
    };
  }

  override async releaseConnection(): Promise<void> {
    this.#mutex.release();
  }

  /**
   * Begins at once: Kysely begins deferred, and a write after a read then fails if another process
   * wrote in between.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    this.#options.requireFile(0);
    await super.commitTransaction(connection);
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

  /**
   * There is only one connection, but Kysely would keep it from others while one waits for a lock.
   * The driver alternates between them.
   */
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

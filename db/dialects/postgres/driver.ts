import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely";
import type { Pool, PoolClient, QueryResult as Answer } from "pg";

/**
 * Lets one transaction write at a time, as SQLite does: each statement then sees all that was
 * committed before, and what a transaction has read stays true until its end.
 */
const writeLock = "select pg_advisory_xact_lock(1)";

/** PostgreSQL cannot be reached, or it is starting or stopping. */
const databaseAway = "DATABASE_AWAY";

class Connection implements DatabaseConnection {
  readonly #client: PoolClient;
  #state: "outside" | "begun" | "locked" = "outside";

  constructor(client: PoolClient) {
    this.#client = client;
  }

  async begin(): Promise<void> {
    await this.#run("begin");
    this.#state = "begun";
  }

  async end(how: "commit" | "rollback"): Promise<void> {
    this.#state = "outside";
    const { command } = await this.#run(how);
    if (how === "commit" && command === "ROLLBACK")
      throw new Error("A statement failed, so nothing was saved");
  }

  /** A connection that broke is not used again. */
  release(): void {
    this.#client.release();
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#state === "begun") await this.#lock();
    if (this.#state === "locked" || isRead(query)) return this.#execute(query);
    await this.begin();
    try {
      await this.#lock();
      const result = await this.#execute<Row>(query);
      await this.end("commit");
      return result;
    } catch (error) {
      // The first error says why.
      await this.end("rollback").catch(() => undefined);
      throw error;
    }
  }

  streamQuery(): never {
    throw new Error("Mila streams no queries");
  }

  async #lock(): Promise<void> {
    await this.#run(writeLock);
    this.#state = "locked";
  }

  async #execute<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.#run(sql, parameters);
    const isChange = /^(INSERT|UPDATE|DELETE)$/.test(command);
    return { rows, ...(isChange && { numAffectedRows: BigInt(rowCount ?? 0) }) };
  }

  async #run(sql: string, parameters: readonly unknown[] = []): Promise<Answer> {
    return this.#client.query(sql, parameters.map(withoutNul)).catch(throwAway);
  }
}

/** PostgreSQL cannot store the character NUL, which nobody can see or type. */
function withoutNul(value: unknown): unknown {
  return typeof value === "string" ? value.replaceAll("\0", "") : value;
}

function isRead({ query, sql }: CompiledQuery): boolean {
  return query.kind === "SelectQueryNode" || /^\s*select\b/i.test(sql);
}

/** Marks errors that say nothing about the statement. */
function throwAway(error: Error & { code?: string; severity?: string }): never {
  const isAway = error.severity === undefined || /^(08|57P0)/.test(error.code ?? "");
  throw isAway ? Object.assign(error, { code: databaseAway }) : error;
}

export class MilaPostgresDriver implements Driver {
  readonly #openPool: () => Promise<Pool>;
  #pool: Pool | undefined;

  constructor(openPool: () => Promise<Pool>) {
    this.#openPool = openPool;
  }

  async init(): Promise<void> {
    this.#pool = await this.#openPool();
  }

  async acquireConnection(): Promise<Connection> {
    return new Connection(await this.#pool!.connect().catch(throwAway));
  }

  async beginTransaction(connection: Connection): Promise<void> {
    await connection.begin();
  }

  async commitTransaction(connection: Connection): Promise<void> {
    await connection.end("commit");
  }

  async rollbackTransaction(connection: Connection): Promise<void> {
    await connection.end("rollback");
  }

  async releaseConnection(connection: Connection): Promise<void> {
    connection.release();
  }

  async destroy(): Promise<void> {
    await this.#pool?.end();
  }
}

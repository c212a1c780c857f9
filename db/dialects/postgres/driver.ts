import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely";
import { errorCode } from "../../errors.ts";
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
  /** A transaction begins, and locks, with its first statement. */
  #state: "outside" | "beginning" | "inside" = "outside";
  #isBroken = false;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  begin(): void {
    this.#state = "beginning";
  }

  async end(how: "commit" | "rollback"): Promise<void> {
    const hasBegun = this.#state === "inside";
    this.#state = "outside";
    if (!hasBegun) return;
    const { command } = await this.#run(how);
    if (how === "commit" && command === "ROLLBACK")
      throw new Error("A statement failed, so nothing was saved");
  }

  /** A connection that broke is not used again. */
  release(): void {
    this.#client.release(this.#isBroken);
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#state === "beginning") {
      this.#state = "inside";
      await this.#run(`begin; ${writeLock}`);
    }
    if (this.#state === "inside" || isRead(query)) return this.#execute(query);
    this.begin();
    try {
      const result = await this.executeQuery<Row>(query);
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

  async #execute<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.#run(sql, parameters.map(withoutNul));
    const isChange = /^(INSERT|UPDATE|DELETE)$/.test(command);
    return { rows, ...(isChange && { numAffectedRows: BigInt(rowCount ?? 0) }) };
  }

  /** @param parameters none for several statements at once */
  async #run(sql: string, parameters?: unknown[]): Promise<Answer> {
    try {
      return await this.#client.query(sql, parameters);
    } catch (error) {
      const marked = markAway(error as Error);
      this.#isBroken ||= errorCode(marked) === databaseAway;
      throw marked;
    }
  }
}

/** PostgreSQL cannot store the character NUL, which nobody can see or type. */
function withoutNul(value: unknown): unknown {
  return typeof value === "string" ? value.replaceAll("\0", "") : value;
}

function isRead({ query, sql }: CompiledQuery): boolean {
  return query.kind === "SelectQueryNode" || /^\s*select\b/i.test(sql);
}

const awayCodes = /^(08|25P03|57P0|ECONN|ENOTFOUND|EAI_AGAIN|EHOST|ENET|EPIPE|ETIMEDOUT)/;
/** Errors of the driver have no code. */
const awayWords =
  /^(Connection terminated|Query read timeout|timeout exceeded|Client (was|has encountered))/;

/** Marks errors that say nothing about the statement. */
function markAway(error: Error): Error {
  const code = errorCode(error);
  const isAway = code ? awayCodes.test(code) : awayWords.test(error.message);
  return isAway ? Object.assign(error, { code: databaseAway }) : error;
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
    return new Connection(await this.#connect());
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.#pool!.connect();
    } catch (error) {
      throw markAway(error as Error);
    }
  }

  async beginTransaction(connection: Connection): Promise<void> {
    connection.begin();
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

import { setTimeout as pause } from "node:timers/promises";
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely";
import { errorCode } from "../../errors.ts";
import { lockWords } from "../../sql/locks.ts";
import type { Pool, PoolClient, QueryResult as Answer } from "pg";

/**
 * Lets a transaction write alone, as SQLite does: each statement then sees all that was committed
 * before, and what a transaction has read stays true until its end.
 */
const lockAll = "select pg_advisory_xact_lock(1)";
/** Lets it write beside others whose first statement locks what they change, too (`takeLocks`). */
const lockTogether = "select pg_advisory_xact_lock_shared(1)";
const isLock = ({ sql }: CompiledQuery) => sql.startsWith(`${lockWords} `);

/** The longest wait of transactions that run together for one that wants to write alone. */
const turnMs = 250;
const asideMs = 50;
const lockTimeout = "55P03";

/** PostgreSQL cannot be reached, or it is starting or stopping. */
const databaseAway = "DATABASE_AWAY";

class Connection implements DatabaseConnection {
  readonly #pools: Pools;
  #client: PoolClient | undefined;
  /** A transaction begins, and locks, with its first statement. */
  #state: "outside" | "beginning" | "together" | "alone" = "outside";
  #isBroken = false;

  constructor(pools: Pools) {
    this.#pools = pools;
  }

  begin(): void {
    this.#state = "beginning";
  }

  async end(how: "commit" | "rollback"): Promise<void> {
    const hasBegun = this.#state === "together" || this.#state === "alone";
    this.#state = "outside";
    if (!hasBegun) return;
    const { command } = await this.#run(how);
    if (how === "commit" && command === "ROLLBACK")
      throw new Error("A statement failed, so nothing was saved");
  }

  /** A connection that broke is not used again. */
  release(): void {
    this.#client?.release(this.#isBroken);
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#state === "beginning") await this.#start(isLock(query) ? "together" : "alone");
    if (this.#state === "alone" && isLock(query)) return { rows: [] };
    if (this.#state !== "outside" || isRead(query)) return this.#execute(query);
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

  async #start(how: "together" | "alone"): Promise<void> {
    this.#client ??= await connect(this.#pools.forChanges);
    this.#state = how;
    if (how === "together") await this.#run(`begin; ${lockTogether}`);
    else await this.#startAlone();
  }

  /** Steps aside again and again: a wait for a transaction that hangs must not stop all others. */
  async #startAlone(): Promise<void> {
    const startedAt = performance.now();
    for (;;) {
      try {
        await this.#run(
          `begin; set local lock_timeout = ${turnMs}; ${lockAll}; set local lock_timeout to default`,
        );
        return;
      } catch (error) {
        const isOver = performance.now() - startedAt + turnMs > this.#pools.patienceMs;
        if (errorCode(error) !== lockTimeout || isOver) throw error;
        await this.#run("rollback");
        await pause(asideMs);
      }
    }
  }

  async #execute<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.#run(sql, parameters.map(withoutNul));
    const isChange = /^(INSERT|UPDATE|DELETE)$/.test(command);
    return { rows, ...(isChange && { numAffectedRows: BigInt(rowCount ?? 0) }) };
  }

  /** @param parameters none for several statements at once */
  async #run(sql: string, parameters?: unknown[]): Promise<Answer> {
    this.#client ??= await connect(this.#pools.forReads);
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

type Places = Pick<Pool, "connect" | "end">;

async function connect(pool: Places): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw markAway(error as Error);
  }
}

/** Changes wait for each other, and pages are read meanwhile. */
export interface Pools {
  forChanges: Places;
  forReads: Places;
  /** The longest wait of a transaction for others. */
  patienceMs: number;
}

export class MilaPostgresDriver implements Driver {
  readonly #openPools: () => Promise<Pools>;
  #pools: Pools | undefined;

  constructor(openPools: () => Promise<Pools>) {
    this.#openPools = openPools;
  }

  async init(): Promise<void> {
    this.#pools = await this.#openPools();
  }

  /** Takes a place of a pool with its first statement, which says which one. */
  async acquireConnection(): Promise<Connection> {
    return new Connection(this.#pools!);
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
    await Promise.all([this.#pools?.forChanges.end(), this.#pools?.forReads.end()]);
  }
}

import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely";
import type { Pool, PoolClient } from "pg";

/**
 * Lets one transaction write at a time, as SQLite does, for as long as it has not said which
 * household it changes.
 */
const writeLock = "select pg_advisory_xact_lock(1)";

class Connection implements DatabaseConnection {
  readonly client: PoolClient;
  /** Set between the begin of a transaction and its first statement. */
  isBeginning = false;
  isInTransaction = false;

  constructor(client: PoolClient) {
    this.client = client;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.isBeginning) {
      this.isBeginning = false;
      await this.client.query(writeLock);
    }
    if (this.isInTransaction || isRead(query)) return this.#run(query);
    await this.client.query(`begin; ${writeLock}`);
    try {
      const result = await this.#run<Row>(query);
      await this.client.query("commit");
      return result;
    } catch (error) {
      await this.client.query("rollback");
      throw error;
    }
  }

  async #run<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.client.query(sql, [...parameters]);
    const isChange = /^(INSERT|UPDATE|DELETE)$/.test(command);
    return { rows, ...(isChange && { numAffectedRows: BigInt(rowCount ?? 0) }) };
  }

  streamQuery(): never {
    throw new Error("Mila streams no queries");
  }
}

function isRead({ query, sql }: CompiledQuery): boolean {
  return query.kind === "SelectQueryNode" || /^\s*select\b/i.test(sql);
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
    return new Connection(await this.#pool!.connect());
  }

  async beginTransaction(connection: Connection): Promise<void> {
    await connection.client.query("begin");
    connection.isInTransaction = true;
    connection.isBeginning = true;
  }

  async commitTransaction(connection: Connection): Promise<void> {
    const { command } = await connection.client.query("commit");
    // A statement failed, and its error was caught.
    if (command === "ROLLBACK") throw new Error("The transaction was rolled back");
  }

  async rollbackTransaction(connection: Connection): Promise<void> {
    await connection.client.query("rollback");
  }

  async releaseConnection({ client }: Connection): Promise<void> {
    client.release();
  }

  async destroy(): Promise<void> {
    await this.#pool?.end();
  }
}

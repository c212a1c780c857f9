import { channel } from "node:diagnostics_channel";
import type { CompiledQuery, Driver, QueryResult, SqliteDatabase } from "kysely";
import type { Notifying } from "../../sql/notices.ts";
import { SharedCommits } from "./shared-commits.ts";
import { waitForLocks } from "./wait-for-locks.ts";

export interface SqliteFile {
  writing: SqliteDatabase;
  isInTransaction: () => boolean;
  /**
   * Reads only what is saved, without waiting for a transaction of this process. Null where a
   * second connection would see another database, or none.
   */
  reading: SqliteDatabase | null;
  /**
   * SQLite keeps writing to a file that was deleted or replaced, and confirmed changes would be
   * lost.
   * @throws in that case
   * @param maxAgeMs how old the check may be
   */
  requireFile: (maxAgeMs: number) => void;
  /** The longest wait for locks of other processes. */
  maxWaitMs: number;
}

/** A page reads dozens of times, but confirmed changes must be in the file. */
const readsMaxAgeMs = 20;

class Connection implements Notifying {
  readonly #file: SqliteFile;
  readonly #commits: SharedCommits;
  #isInTransaction = false;
  /** Published after the commit. */
  readonly #notices = new Set<string>();

  constructor(file: SqliteFile, commits: SharedCommits) {
    this.#file = file;
    this.#commits = commits;
  }

  async begin(): Promise<void> {
    await this.#commits.begin();
    this.#isInTransaction = true;
    this.#notices.clear();
  }

  async commit(): Promise<void> {
    this.#isInTransaction = false;
    await this.#commits.commit();
    for (const notice of this.#notices) publish(notice);
  }

  /** After a commit that failed, there is nothing left to undo. */
  async rollback(): Promise<void> {
    if (!this.#isInTransaction) return;
    this.#isInTransaction = false;
    await this.#commits.rollback();
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { writing, reading, requireFile, maxWaitMs } = this.#file;
    const onWriting = () => run<Row>(writing, query);
    if (this.#isInTransaction) return this.#commits.within(onWriting);
    if (!reading || !isRead(query)) return this.#commits.alone(onWriting);
    return waitForLocks(
      () => {
        requireFile(readsMaxAgeMs);
        return run<Row>(reading, query);
      },
      { maxWaitMs },
    );
  }

  notify(notice: string): void {
    if (this.#isInTransaction) this.#notices.add(notice);
    else publish(notice);
  }

  streamQuery(): never {
    throw new Error("Mila streams no queries");
  }
}

const publish = (notice: string) => channel(notice).publish({});

function isRead({ query, sql }: CompiledQuery): boolean {
  return query.kind === "SelectQueryNode" || /^\s*select\b/i.test(sql);
}

function run<Row>(sqlite: SqliteDatabase, { sql, parameters }: CompiledQuery): QueryResult<Row> {
  const statement = sqlite.prepare(sql);
  if (statement.reader) return { rows: statement.all(parameters) as Row[] };
  return { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) };
}

/** One connection writes, for one transaction at a time, and another one reads meanwhile. */
export class MilaSqliteDriver implements Driver {
  readonly #file: SqliteFile;
  readonly #commits: SharedCommits;
  /** Kysely keeps a note of each one that it has seen. */
  readonly #idle: Connection[] = [];

  constructor(file: SqliteFile) {
    this.#file = file;
    this.#commits = new SharedCommits({
      execute: (command) => void file.writing.prepare(command).run([]),
      isInTransaction: file.isInTransaction,
      requireFile: () => file.requireFile(0),
      maxWaitMs: file.maxWaitMs,
    });
  }

  async init(): Promise<void> {
    // The connections are open.
  }

  async acquireConnection(): Promise<Connection> {
    return this.#idle.pop() ?? new Connection(this.#file, this.#commits);
  }

  async beginTransaction(connection: Connection): Promise<void> {
    await connection.begin();
  }

  async commitTransaction(connection: Connection): Promise<void> {
    await connection.commit();
  }

  async rollbackTransaction(connection: Connection): Promise<void> {
    await connection.rollback();
  }

  async releaseConnection(connection: Connection): Promise<void> {
    this.#idle.push(connection);
  }

  async destroy(): Promise<void> {
    this.#file.reading?.close();
    this.#file.writing.close();
  }
}

import { setImmediate as turn } from "node:timers/promises";
import { createMutex } from "./mutex.ts";
import { waitForLocks } from "./wait-for-locks.ts";

interface WritingConnection {
  execute: (sql: string) => void;
  isInTransaction: () => boolean;
  /** @throws if what is written would be lost */
  requireFile: () => void;
  /** The longest wait for locks of other processes. */
  maxWaitMs: number;
}

/** Transactions that are saved by one commit. */
interface Batch {
  size: number;
  saved: PromiseWithResolvers<void>;
}

/** Later ones wait for the next commit, so that no caller and no other process waits for long. */
const maxBatch = 16;

/**
 * Saves transactions that wait for each other by one commit, since each commit waits for the disk.
 * From the second one on, each is a savepoint.
 */
export class SharedCommits {
  readonly #mutex = createMutex();
  readonly #writing: WritingConnection;
  #batch: Batch | undefined;

  constructor(writing: WritingConnection) {
    this.#writing = writing;
  }

  /** The caller has the connection to itself until it calls `commit` or `rollback`. */
  async begin(): Promise<void> {
    await this.#mutex.acquire();
    try {
      await this.#whenUnlocked(() => this.#join());
    } catch (error) {
      await this.#handOn();
      throw error;
    }
  }

  /** @throws if SQLite has undone the transaction: alone, the rest of it would be saved */
  within<Result>(work: () => Result): Result {
    if (this.#writing.isInTransaction()) return work();
    throw new Error("An error has undone the transaction");
  }

  /** Resolves once everything is on the disk. */
  async commit(): Promise<void> {
    const batch = this.#batch!;
    await this.#end(() => {
      if (batch.size > 1) this.#step("release one_of_batch");
    });
    await batch.saved.promise;
  }

  async rollback(): Promise<void> {
    const batch = this.#batch!;
    await this.#end(() => {
      if (batch.size === 1) return this.#undo(new Error("The transaction was rolled back"));
      this.#step("rollback to one_of_batch");
      this.#step("release one_of_batch");
    });
  }

  /** Runs a statement between transactions. */
  async alone<Result>(work: () => Result): Promise<Result> {
    await this.#mutex.acquire();
    try {
      return await this.#whenUnlocked(() => {
        this.#save();
        this.#writing.requireFile();
        return work();
      });
    } finally {
      await this.#handOn();
    }
  }

  #whenUnlocked<Result>(work: () => Result): Promise<Result> {
    return waitForLocks(work, { maxWaitMs: this.#writing.maxWaitMs, mutex: this.#mutex });
  }

  #join(): void {
    if (this.#batch) {
      this.#writing.execute("savepoint one_of_batch");
      this.#batch.size += 1;
      return;
    }
    // A deferred one that first reads and then writes fails if another process wrote in between.
    this.#writing.execute("begin immediate");
    this.#batch = { size: 1, saved: Promise.withResolvers() };
    // Its transactions wait for it, and hear of it. After a rollback there are none.
    this.#batch.saved.promise.catch(() => undefined);
  }

  /** SQLite has undone all by itself on a full disk, and that error matters more. */
  #step(command: string): void {
    if (this.#writing.isInTransaction()) this.#writing.execute(command);
  }

  async #end(steps: () => void): Promise<void> {
    try {
      steps();
    } catch (error) {
      this.#undo(error);
    } finally {
      await this.#handOn();
    }
  }

  /** Undoes the whole batch. */
  #undo(reason: unknown): void {
    this.#batch?.saved.reject(reason);
    this.#batch = undefined;
    this.#step("rollback");
  }

  /** Lets the next transaction join, or saves all. */
  async #handOn(): Promise<void> {
    try {
      const canJoin = this.#writing.isInTransaction() && (this.#batch?.size ?? maxBatch) < maxBatch;
      // Without a turn, a request that has arrived could not begin: SQLite never waits.
      if (canJoin && !this.#mutex.isWanted()) await turn();
      if (canJoin && this.#mutex.isWanted()) return;
      this.#save();
      // Other processes may write between two batches.
      if (this.#mutex.isWanted()) await turn();
    } finally {
      this.#mutex.release();
    }
  }

  #save(): void {
    if (!this.#batch) return;
    try {
      this.#writing.requireFile();
      this.within(() => this.#writing.execute("commit"));
      this.#batch.saved.resolve();
      this.#batch = undefined;
    } catch (error) {
      this.#undo(error);
    }
  }
}

import { setTimeout as pause } from "node:timers/promises";
import type { Kysely, Transaction } from "kysely";
import { type Locks, lockStatement, tryLockStatement } from "../dialects/postgres/locks.ts";
import { errorCode } from "../errors.ts";
import type { Database } from "../schema.ts";
import { inTransaction } from "./in-transaction.ts";
import { isPostgres } from "./notices.ts";

/**
 * Waits until no other transaction holds one of these locks, and holds them until the end of this
 * one. A transaction that begins with it lets others run that lock something else; all that it
 * reads to decide, and all that it writes, must belong to its locks. SQLite needs none: each
 * transaction has everything to itself.
 */
export async function takeLocks(trx: Transaction<Database>, locks: Locks): Promise<void> {
  if (isPostgres(trx)) await lockStatement(locks).execute(trx);
}

/**
 * Locks the households of those who get these messages, and never waits. Returns the messages whose
 * household is being changed.
 */
export async function findBusy(
  trx: Transaction<Database>,
  deliveryIds: readonly string[],
): Promise<Set<string>> {
  if (!isPostgres(trx)) return new Set();
  const { rows } = await tryLockStatement(deliveryIds).execute(trx);
  return new Set(rows.flatMap(({ id, is_free }) => (is_free ? [] : [id])));
}

/** Joins the caller's transaction, or starts one that repeats after a deadlock. */
export function inLocks<Result>(
  db: Kysely<Database>,
  locks: Locks,
  work: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  const run = () =>
    inTransaction(db, async (trx) => {
      await takeLocks(trx, locks);
      return work(trx);
    });
  return db.isTransaction ? run() : repeat(run);
}

/**
 * Changes one household while others are changed.
 * @param viewer one of its users; a page that was opened before they left it names that household
 */
export function inHousehold<Result>(
  db: Kysely<Database>,
  { userId, householdId }: { userId?: string; householdId?: string },
  work: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  const locks = {
    userIds: userId === undefined ? [] : [userId],
    householdIds: householdId === undefined ? [] : [householdId],
  };
  return inLocks(db, locks, work);
}

const mostRepetitions = 3;
/** PostgreSQL undid the transaction, so that another one could go on. */
const isForAnother = (error: unknown) => ["40001", "40P01"].includes(errorCode(error));

/** @param run has no effects outside of the database */
async function repeat<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let times = 1; times <= mostRepetitions; times += 1) {
    try {
      return await run();
    } catch (error) {
      if (!isForAnother(error)) throw error;
      // Two that stopped each other must not begin at the same time again.
      await pause(Math.random() * 20 * times);
    }
  }
  return run();
}

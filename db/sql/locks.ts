import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import {
  type Expression,
  type Kysely,
  type SelectQueryBuilder,
  sql,
  type Transaction,
} from "kysely";
import type { Database } from "../schema.ts";
import { eachEngine } from "./each-engine.ts";
import { inTransaction } from "./in-transaction.ts";
import { isPostgres } from "./notices.ts";

interface Locks {
  householdIds?: readonly string[];
  /** Finds more of them, once nothing can move anybody to another household. */
  households?: Expression<{ household_id: string }>;
  /** Names of what households share, such as the counts of a limit. */
  keys?: readonly string[];
}

/** PostgreSQL's driver knows a transaction that names its locks by its first words. */
export const lockWords = "select pg_advisory_xact_lock";

const none = sql<{ household_id: string }>`select null as household_id`;

/** Sorted, so that no two wait for each other. */
const lockStatement = ({ householdIds = [], households = none, keys = [] }: Locks) =>
  eachEngine({
    sqlite: sql`select 1`,
    postgres: sql`${sql.raw(lockWords)} (kind, number) from (
      select 1 as kind, hashtext(id) as number from unnest(${householdIds}::text[]) as id
      union select 1, hashtext(household_id) from (${households}) as found
      union select 2, hashtext(key) from unnest(${keys}::text[]) as key
      order by kind, number
    ) as locks where number is not null`,
  });

const tryStatement = (householdIds: readonly string[]) =>
  eachEngine<{ id: string; is_free: 0 | 1 }>({
    sqlite: sql`select 1`,
    postgres: sql`select id, pg_try_advisory_xact_lock(1, hashtext(id)) as is_free
      from unnest(${householdIds}::text[]) as id`,
  });

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
 * Locks the households that nobody else changes at the moment, and never waits.
 * @param find returns the household of each id
 * @returns the ids of those that are being changed
 */
export async function findBusy(
  trx: Transaction<Database>,
  find: () => Promise<ReadonlyMap<string, string>>,
): Promise<Set<string>> {
  if (!isPostgres(trx)) return new Set();
  const households = await find();
  const { rows } = await tryStatement([...new Set(households.values())]).execute(trx);
  const busy = new Set(rows.flatMap(({ id, is_free }) => (is_free ? [] : [id])));
  return new Set([...households.keys()].filter((id) => busy.has(households.get(id)!)));
}

/**
 * Locks the households that nobody else changes at the moment, and never waits.
 * @returns the rows of these households
 * @param ways.readAgain reads rows once they are locked: they may have changed since
 */
export async function keepFree<Row extends { id: string }>(
  trx: Transaction<Database>,
  rows: Row[],
  ways: {
    findHouseholds: (rows: readonly Row[]) => Promise<ReadonlyMap<string, string>>;
    readAgain: (ids: readonly string[]) => Promise<Row[]>;
  },
): Promise<Row[]> {
  if (!isPostgres(trx) || rows.length === 0) return rows;
  const busy = await findBusy(trx, () => ways.findHouseholds(rows));
  return ways.readAgain(rows.flatMap(({ id }) => (busy.has(id) ? [] : [id])));
}

/**
 * Finds the rows that no open transaction has changed, and keeps them from being changed until the
 * end of this one. Never waits.
 */
export const untouched = (ids: SelectQueryBuilder<any, any, { id: string }>) =>
  eachEngine<string>({
    sqlite: sql`${ids}`,
    postgres: sql`(${ids} for update skip locked)`,
  });

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

const mostRepetitions = 3;

/** True if PostgreSQL undid the transaction so that another one could go on. */
function isForAnother(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^40(001|P01)$/.test(String(error.code));
}

/** @param run has no effects outside of the database */
async function repeat<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let times = 1; times <= mostRepetitions; times += 1) {
    try {
      return await run();
    } catch (error) {
      if (!isForAnother(error)) throw error;
      // Two that stopped each other must not begin at the same time again.
      await pause(randomInt(20 * times));
    }
  }
  return run();
}

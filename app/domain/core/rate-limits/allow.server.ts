import type { Kysely, Transaction } from "kysely";
import { LRUCache } from "lru-cache";
import { v7 as newId } from "uuid";
import { deleteInBatches } from "#db/sql/batches.ts";
import { inLocks, takeLocks } from "#db/sql/locks.ts";
import { inMilliseconds, laterBy, nowIso } from "#app/domain/core/time.ts";
import { limitSettings, type LimitSettings } from "#app/services/shares.server.ts";
import type { Database } from "#db/schema.ts";
import { isReached, type KeptIn, limitOf, type RuleName, ruleOf, rules } from "./rules.server.ts";

/** The key identifies what the rule counts by: its `per`. */
export type Use = readonly [rule: KeptIn<"events">, key: string];

type Allowed =
  | { refused: RuleName }
  /** The counts before this event, in the order of its uses. */
  | { refused: null; ids: string[]; counts: number[] };

/**
 * Two callers' instants may be slightly out of order. Events that are later than this were counted
 * before the clock was set back.
 */
const outOfOrder = { minutes: 1 };

/**
 * Counts an event for each use, or for none if a rule refuses it. Opens a transaction if it gets
 * none, so that two concurrent calls are counted one after the other.
 */
export async function allow(
  db: Kysely<Database>,
  uses: readonly Use[],
  now: string = nowIso(),
  settings: LimitSettings = limitSettings,
): Promise<Allowed> {
  const locks = { keys: uses.map(([rule, key]) => `${rule} ${key}`) };
  const run = (trx: Transaction<Database>) => count(trx, uses, now, settings);
  if (!db.isTransaction) return inLocks(db, locks, run);
  const trx = db as Transaction<Database>;
  await takeLocks(trx, locks);
  return run(trx);
}

async function count(
  trx: Transaction<Database>,
  uses: readonly Use[],
  now: string,
  settings: LimitSettings,
): Promise<Allowed> {
  const counts = await countEvents(trx, uses, now);
  const reached = uses.find(([rule], at) => isReached(rule, counts[at]!, settings));
  if (reached) return { refused: reached[0] };
  const events = uses.map(([rule, key]) => ({
    id: newId(),
    rule,
    key,
    expires_at: laterBy(now, ruleOf(rule).window),
  }));
  await trx.insertInto("limit_events").values(events).execute();
  return { refused: null, ids: events.map(({ id }) => id), counts };
}

export async function countEvents(
  db: Kysely<Database>,
  uses: readonly Use[],
  now: string = nowIso(),
): Promise<number[]> {
  const counts = await countQuery(db, uses, now).executeTakeFirstOrThrow();
  return uses.map((_, at) => counts[`use${at}`] ?? 0);
}

export function countQuery(db: Kysely<Database>, uses: readonly Use[], now: string) {
  return db.selectNoFrom(({ selectFrom }) =>
    uses.map(([rule, key], at) =>
      selectFrom("limit_events")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("rule", "=", rule)
        .where("key", "=", key)
        .where("expires_at", ">", now)
        .where("expires_at", "<=", laterBy(laterBy(now, ruleOf(rule).window), outOfOrder))
        .as(`use${at}`),
    ),
  );
}

/** Removes what `allow` counted. */
export async function uncount(db: Kysely<Database>, ids: readonly string[]): Promise<void> {
  await db.deleteFrom("limit_events").where("id", "in", ids).execute();
}

/**
 * Counts by network, address and recipient outlive the account: deleting it must not reset them.
 */
export async function forgetEventsOf(db: Kysely<Database>, userId: string): Promise<void> {
  const names = Object.keys(rules) as RuleName[];
  const ofAccounts = names.filter((name) => ruleOf(name).per === "account");
  const events = db
    .selectFrom("limit_events")
    .where("rule", "in", ofAccounts)
    .where("key", "=", userId);
  await deleteInBatches(db, "limit_events", events);
}

export async function purgeLimitEvents(db: Kysely<Database>, now: string): Promise<void> {
  const expired = db.selectFrom("limit_events").where("expires_at", "<=", now);
  await deleteInBatches(db, "limit_events", expired);
}

/**
 * Beyond so many keys of a rule, forgets those without events for the longest time: the number of
 * networks is unlimited.
 */
const maxKeys = 10_000;

const inMemory = new Map<RuleName, LRUCache<string, number[]>>();

/** Works like `allow`, for rules whose counts are in memory. */
export function allowInMemory(rule: KeptIn<"memory">, key: string): boolean {
  const times = recentTimes(rule, key);
  if (isReached(rule, times.length, limitSettings)) return false;
  times.push(Date.now());
  timesOf(rule).set(key, times);
  return true;
}

/** Checks without counting, for an event that counts only if it turns out to be wrong. */
export function isUsedUp(rule: KeptIn<"memory">, key: string): boolean {
  return isReached(rule, recentTimes(rule, key).length, limitSettings);
}

interface Left {
  most: number;
  windowSeconds: number;
  left: number;
  /** Until the oldest event no longer counts. */
  seconds: number;
}

/** Returns how many more events are allowed at present. */
export function readInMemory(rule: KeptIn<"memory">, key: string): Left {
  const times = recentTimes(rule, key);
  const [most, windowMs] = [limitOf(rule, limitSettings), inMilliseconds(ruleOf(rule).window)];
  const untilMs = times[0] === undefined ? 0 : times[0] + windowMs - Date.now();
  return {
    most,
    windowSeconds: windowMs / 1_000,
    left: Math.max(0, most - times.length),
    seconds: Math.ceil(untilMs / 1_000),
  };
}

/** Oldest first. Forgets those before them. */
function recentTimes(rule: KeptIn<"memory">, key: string): number[] {
  const since = Date.now() - inMilliseconds(ruleOf(rule).window);
  const times = timesOf(rule).peek(key) ?? [];
  const first = times.findIndex((at) => at > since);
  times.splice(0, first < 0 ? times.length : first);
  return times;
}

function timesOf(rule: RuleName): LRUCache<string, number[]> {
  const known = inMemory.get(rule) ?? new LRUCache<string, number[]>({ max: maxKeys });
  inMemory.set(rule, known);
  return known;
}

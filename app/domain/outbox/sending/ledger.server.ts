import { setTimeout as pause } from "node:timers/promises";
import DataLoader from "dataloader";
import type { Kysely, Transaction } from "kysely";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { isUnwritable } from "#db/sql/unwritable.ts";
import { findBusy, inLocks } from "#db/sql/locks.ts";
import { idList, rowTable } from "#db/sql/values.ts";
import { changeAsSystem } from "../change-state.server.ts";
import type { Result } from "../channels/result.ts";
import { checkpoint } from "../checkpoints.ts";
import type { Outbox } from "../message-type.ts";
import type { Delivery } from "../preparation.ts";
import { maxCrashes } from "../state.ts";
import { claimDeliveries, type Claimed } from "./claim.server.ts";
import { recordResults } from "./record.server.ts";

const maxBatchSize = 100;
/** Shorter than a commit, which waits for the disk. */
const windowMs = 3;

/** Options of a DataLoader: writes within the window share a transaction. */
const sharedCommit = {
  maxBatchSize,
  batchScheduleFn: (run: () => void) => void setTimeout(run, windowMs),
};

/** A full disk fails at once; for a lock, the driver has waited already. */
const retryMs = 100;
/** A change of a household takes a few milliseconds. */
const busyMs = 20;
const mostTries = 250;

interface Ledger {
  claim: (id: string) => Promise<Claimed | null>;
  /** Waits until the database takes the result, however long that is. */
  record: (result: Result) => Promise<void>;
}

/** A household is being changed, and what changes may concern its messages. */
const busy = Symbol("busy");

type Claims = Map<string, Claimed | Error | typeof busy>;

/** Batches claims and records into shared transactions. */
export function createLedger(db: Kysely<Database>, outbox: Outbox): Ledger {
  const entries = new DataLoader<string | Result, Claimed | typeof busy | null>(
    async (batch) => {
      const ids = batch.filter((entry) => typeof entry === "string");
      const claims = await write(db, outbox, {
        ids,
        results: batch.filter((entry) => typeof entry !== "string"),
      });
      return batch.map((entry) => {
        const id = typeof entry === "string" ? entry : recordOf(entry.delivery);
        const claim = claims.get(id) ?? null;
        // A batch may contain the same id twice.
        claims.delete(id);
        return claim;
      });
    },
    { cache: false, ...sharedCommit },
  );
  return {
    async claim(id) {
      for (let tries = 0; tries < mostTries; tries += 1) {
        const claim = await entries.load(id);
        if (claim !== busy) return claim;
        await pause(busyMs);
      }
      // It comes back once its time in the queue is over.
      return null;
    },
    async record(result) {
      while (!(await isRecorded(result))) await pause(retryMs);
    },
  };

  /** Only this process knows the outcome, so giving up would send the message twice. */
  async function isRecorded(result: Result): Promise<boolean> {
    try {
      return (await entries.load(result)) !== busy;
    } catch (error) {
      if (isUnwritable(error)) return false;
      throw error;
    }
  }
}

interface Entries {
  ids: string[];
  results: Result[];
}

/** If one delivery cannot be read, claims each separately so that the others still go out. */
async function write(db: Kysely<Database>, outbox: Outbox, entries: Entries): Promise<Claims> {
  try {
    return await writeTogether(db, outbox, entries);
  } catch (error) {
    if (isUnwritable(error) || entries.ids.length === 0) throw error;
    const claims = await writeTogether(db, outbox, { ids: [], results: entries.results });
    for (const id of entries.ids) {
      const one = await writeTogether(db, outbox, { ids: [id], results: [] }).catch(
        (cause: unknown) => failClaim(db, id, cause),
      );
      if (one instanceof Error) claims.set(id, one);
      else for (const [key, claim] of one) claims.set(key, claim);
    }
    return claims;
  }
}

async function writeTogether(
  db: Kysely<Database>,
  outbox: Outbox,
  { ids, results }: Entries,
): Promise<Claims> {
  if (ids.length > 0) checkpoint("claimed", "before", ids.length);
  if (results.length > 0) checkpoint("recorded", "before", results.length);
  // Counts for all households, and a channel's pauses, have one lock.
  const claims = await inLocks(db, { keys: ["sending"] }, async (trx): Promise<Claims> => {
    const now = nowIso();
    const all = [...ids, ...results.map(({ delivery }) => delivery.id)];
    const busyIds = await findBusy(trx, () => findHouseholds(trx, outbox, all));
    const free = results.filter(({ delivery }) => !busyIds.has(delivery.id));
    const freeIds = ids.filter((id) => !busyIds.has(id));
    if (free.length > 0) await recordResults(trx, outbox, free, now);
    const claimed = freeIds.length > 0 ? await claimDeliveries(trx, freeIds, outbox, now) : [];
    const left = [
      ...ids.filter((id) => busyIds.has(id)),
      ...results
        .filter((result) => !free.includes(result))
        .map(({ delivery }) => recordOf(delivery)),
    ];
    return new Map<string, Claimed | typeof busy>([
      ...claimed,
      ...left.map((id) => [id, busy] as const),
    ]);
  });
  if (results.length > 0) checkpoint("recorded", "after", results.length);
  if (ids.length > 0) checkpoint("claimed", "after", ids.length);
  return claims;
}

/** Tells the record of an attempt from a claim. */
const recordOf = ({ id, attempts }: Attempt) => `${id} ${attempts}`;

/** Keyed by message; leaves out those of users without a household. */
async function findHouseholds(
  trx: Transaction<Database>,
  { people }: Pick<Outbox, "people">,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom("deliveries")
    .select(["id", "user_id"])
    .where("id", "in", idList(ids))
    .execute();
  const userIds = [...new Set(rows.map(({ user_id }) => user_id))];
  const members = userIds.length > 0 ? await people.findHouseholds(trx, userIds) : [];
  const households = new Map(members.map(({ userId, householdId }) => [userId, householdId]));
  return new Map(
    rows.flatMap(({ id, user_id }): [string, string][] => {
      const householdId = households.get(user_id);
      return householdId === undefined ? [] : [[id, householdId]];
    }),
  );
}

type Attempt = Pick<Delivery, "id" | "attempts">;

/** Throws when the delivery is no longer this worker's, so that nothing is sent. */
type MarkTransmitted = (attempt: Attempt) => Promise<void>;

/** Records that a provider which can't be asked may have the message from now on. */
export function createTransmissionMarks(db: Kysely<Database>): MarkTransmitted {
  const marks = new DataLoader<Attempt, true>(
    async (attempts) => {
      const marked = new Set(await markTogether(db, attempts));
      return attempts.map(({ id }) => marked.has(id) || new Error(`Delivery ${id} was taken over`));
    },
    { cache: false, ...sharedCommit },
  );
  return async ({ id, attempts }) => void (await marks.load({ id, attempts }));
}

async function markTogether(db: Kysely<Database>, attempts: readonly Attempt[]): Promise<string[]> {
  // Each row's own lock is enough: only the worker of this attempt marks it.
  const marked = await inLocks(db, {}, (trx) =>
    changeAsSystem(trx, { transition: "transmitted" }, nowIso())
      .from(rowTable(attempts, ["id"], ["attempts"]).as("attempt"))
      .whereRef("deliveries.id", "=", "attempt.id")
      .whereRef("deliveries.attempts", "=", "attempt.attempts")
      .returning("deliveries.id")
      .execute(),
  );
  return marked.map(({ id }) => id);
}

const retryMinutes = 1;

/**
 * Delays a delivery that cannot be read, or fails it the third time. Returns the error to throw.
 */
async function failClaim(db: Kysely<Database>, id: string, cause: unknown): Promise<Error> {
  const now = nowIso();
  const columns = { not_before: laterBy(now, { minutes: retryMinutes }) };
  await changeAsSystem(db, { transition: "misread", columns }, now).where("id", "=", id).execute();
  await changeAsSystem(db, { transition: "unreadable" }, now)
    .where("id", "=", id)
    .where("crash_count", ">=", maxCrashes)
    .execute();
  return new Error(`Delivery ${id} cannot be read`, { cause });
}

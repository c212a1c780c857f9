import type { Expression, Kysely, SelectQueryBuilder } from "kysely";
import { nextInRotation } from "#db/sql/rotation.ts";
import { someOfEach } from "#db/sql/some-of-each.ts";
import type { Database } from "#db/schema.ts";

const householdsAtOnce = 500;

/** Returns series whose open occurrence was missed, the longest ago first. */
export function listMissed(db: Kysely<Database>, now: string, atOnce: number): Promise<string[]> {
  const rows = db.selectFrom("series_occurrences").where("missed_at", "is not", null);
  const find = (household?: Expression<string>) => missedQuery(db, now, household);
  return listInFairOrder(db, { name: "missed series", rows, find }, atOnce);
}

/**
 * Returns series whose dates ahead must be planned.
 * @param before the latest instant by which they must be planned
 */
export function listToPlan(
  db: Kysely<Database>,
  before: string,
  atOnce: number,
): Promise<string[]> {
  const rows = db.selectFrom("series").where("plans_at", "is not", null);
  const find = (household?: Expression<string>) => toPlanQuery(db, before, household);
  return listInFairOrder(db, { name: "series to plan", rows, find }, atOnce);
}

export function missedQuery(db: Kysely<Database>, now: string, household?: Expression<string>) {
  return db
    .selectFrom("series_occurrences")
    .select("series_id as id")
    .where("missed_at", "is not", null)
    .where("missed_at", "<=", now)
    .where("task_id", "is not", null)
    .$if(household !== undefined, (query) => query.where("household_id", "=", household!))
    .orderBy("missed_at");
}

function toPlanQuery(db: Kysely<Database>, now: string, household?: Expression<string>) {
  return db
    .selectFrom("series")
    .select("id")
    .where("plans_at", "is not", null)
    .where("plans_at", "<=", now)
    .$if(household !== undefined, (query) => query.where("household_id", "=", household!))
    .orderBy("plans_at");
}

interface Work {
  name: string;
  rows: SelectQueryBuilder<any, any, unknown>;
  find: (household?: Expression<string>) => SelectQueryBuilder<any, any, { id: string }>;
}

/** Returns the oldest, if there are few. Otherwise one of each household comes first. */
async function listInFairOrder(
  db: Kysely<Database>,
  work: Work,
  atOnce: number,
): Promise<string[]> {
  const oldest = await work.find().limit(atOnce).execute();
  const first = oldest.length < atOnce ? [] : await firstOfEach(db, work);
  return [...new Set([...first, ...oldest.map(({ id }) => id)])];
}

async function firstOfEach(db: Kysely<Database>, { name, rows, find }: Work): Promise<string[]> {
  // A transaction may only have time for one.
  const round = { name, rows, column: "household_id", limit: householdsAtOnce, served: 1 } as const;
  const households = await nextInRotation(db, round);
  const first = someOfEach(db, households, "series", (household) => find(household).limit(1));
  return (await first.select("due.id").execute()).map(({ id }) => id);
}

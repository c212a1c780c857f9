import type { Kysely, Selectable, Transaction } from "kysely";
import { compileOnce } from "#db/sql/compile-once.ts";
import { opaque } from "#db/sql/values.ts";
import { Temporal } from "#app/domain/core/time.ts";
import { type HouseholdPerson, listHouseholdPeople } from "#app/domain/people/people.server.ts";
import type { Database } from "#db/schema.ts";
import { chooseTurn, type Turns } from "./choose-turn.ts";

/** Returns null if the series has no turns, or none of its people are left in the household. */
export async function findTurns(
  db: Kysely<Database>,
  seriesId: string,
  people: readonly HouseholdPerson[],
): Promise<Turns | null> {
  return toTurns(await findTurnRows(db, seriesId), people);
}

/** Returns one row for each person, or a single one without a person. */
const findTurnRows = compileOnce((db, seriesId: string) =>
  db
    .selectFrom("series_turns")
    .leftJoin("series_turn_people", (join) =>
      join
        .onRef("series_turn_people.series_id", "=", "series_turns.series_id")
        .on("has_left", "=", 0),
    )
    .select(["turn_order", "person_id"])
    .where("series_turns.series_id", "=", opaque(seriesId))
    .orderBy("position"),
);

export async function hasTurns(trx: Transaction<Database>, seriesId: string): Promise<boolean> {
  return (await findTurnRows(trx, seriesId)).length > 0;
}

/** Lists the open tasks of the series that have the person among their turns. */
export async function listTasksOfTurns(db: Kysely<Database>, personId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("series_turn_people")
    .innerJoin("series_occurrences as open", "open.series_id", "series_turn_people.series_id")
    .select("open.task_id")
    .where("series_turn_people.person_id", "=", personId)
    .where("open.state", "=", "open")
    .execute();
  return rows.flatMap(({ task_id }) => task_id ?? []);
}

function toTurns(
  rows: Awaited<ReturnType<typeof findTurnRows>>,
  people: readonly HouseholdPerson[],
): Turns | null {
  const order = rows[0]?.turn_order;
  const found = rows.flatMap(({ person_id }) => people.find(({ id }) => id === person_id) ?? []);
  return order && (order === "anyone" || found.length > 0) ? { order, people: found } : null;
}

/**
 * Returns undefined if the series has no turns, or null if nobody has this one.
 * @param number of the occurrence
 */
export async function nextTurn(
  trx: Transaction<Database>,
  series: Pick<Selectable<Database["series"]>, "id" | "household_id" | "starts_on">,
  {
    number,
    on,
    isGone = () => false,
  }: { number: number; on: string; isGone?: (person: HouseholdPerson) => boolean },
): Promise<HouseholdPerson | null | undefined> {
  const rows = await findTurnRows(trx, series.id);
  if (rows.length === 0) return undefined;
  const people = (await listHouseholdPeople(trx, series.household_id)).filter(
    (person) => !isGone(person),
  );
  const turns = toTurns(rows, people);
  if (!turns) return undefined;
  const isAway = await isAwayOn(trx, series.household_id, on);
  const last =
    turns.order === "each" ? await findLastTurn(trx, series.id, number, people) : undefined;
  const done = turns.order === "least" ? await countLately(trx, series.id, on, people) : new Map();
  const startsOn =
    (turns.order === "week" && (await findFirstDate(trx, series.id))) || series.starts_on;
  return chooseTurn(turns, { on, startsOn, last, done, isAway });
}

/** Another rule has another start, but must not restart the turns. */
export async function findFirstDate(
  trx: Transaction<Database>,
  seriesId: string,
): Promise<string | undefined> {
  const first = await trx
    .selectFrom("series_occurrences")
    .select("occurs_on")
    .where("series_id", "=", seriesId)
    .where("number", "=", 1)
    .executeTakeFirst();
  return first?.occurs_on;
}

async function findLastTurn(
  trx: Transaction<Database>,
  seriesId: string,
  number: number,
  people: readonly HouseholdPerson[],
): Promise<HouseholdPerson | undefined> {
  const last = await trx
    .selectFrom("series_occurrences")
    .select("turn_person_id")
    .where("series_id", "=", seriesId)
    .where("number", "<", number)
    .where("turn_person_id", "is not", null)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return last && people.find(({ id }) => id === last.turn_person_id);
}

const lateDays = 90;

async function countLately(
  trx: Transaction<Database>,
  seriesId: string,
  on: string,
  people: readonly HouseholdPerson[],
): Promise<Map<string, { count: number; lastAt: string }>> {
  const rows = await trx
    .selectFrom("series_occurrences")
    .select(["done_by", "closed_at"])
    .where("series_id", "=", seriesId)
    .where("state", "=", "done")
    .where("occurs_on", ">=", Temporal.PlainDate.from(on).subtract({ days: lateDays }).toString())
    .orderBy("number")
    .execute();
  const counts = new Map<string, { count: number; lastAt: string }>();
  for (const { done_by, closed_at } of rows) {
    const person = people.find(({ id }) => id === done_by);
    if (person)
      counts.set(person.id, {
        count: (counts.get(person.id)?.count ?? 0) + 1,
        lastAt: closed_at ?? "",
      });
  }
  return counts;
}

/**
 * @param on YYYY-MM-DD
 * @param saidSince counts only days away that were added after this instant
 */
export async function isAwayOn(
  db: Kysely<Database>,
  householdId: string,
  on: string,
  saidSince = "",
): Promise<(person: HouseholdPerson) => boolean> {
  const away = await db
    .selectFrom("away_dates")
    .select("person_id")
    .where("household_id", "=", householdId)
    .where("first_on", "<=", on)
    .where("last_on", ">=", on)
    .where("created_at", ">", saidSince)
    .execute();
  return (person) => away.some(({ person_id }) => person_id === person.id);
}

import type { Kysely } from "kysely";
import { idList } from "#db/sql/values.ts";
import { type HouseholdPerson, listHouseholdPeople } from "#app/domain/people/people.server.ts";
import { instantOn } from "#app/domain/recurrence/dates.server.ts";
import type { Category, Database, TurnOrder } from "#db/schema.ts";
import {
  datesFrom,
  type Occurrence,
  type Series,
  withSeries,
} from "./occurrences/series.server.ts";
import { chooseTurn } from "./turns/choose-turn.ts";

/** A date of a series that is not open yet. */
export interface LaterDate {
  /** The task of this date if it has one by now, else the open task of its series. */
  taskId: string;
  title: string;
  category: Category;
  /** An instant. */
  dueAt: string;
  /** The label of the person who will have it; null for nobody, or while it is undecided. */
  who: string | null;
}

const dayMs = 86_400_000;
const dayOf = (instant: string, days: number) =>
  new Date(Date.parse(instant) + days * dayMs).toISOString().slice(0, 10);

/**
 * Computes which dates of a household's series fall between two instants, after the open one of
 * each. A series that counts from completion has none.
 */
export async function findDatesBetween(
  db: Kysely<Database>,
  householdId: string,
  { from, before }: { from: string; before: string },
): Promise<LaterDate[]> {
  // Each series has its own zone, which is at most 14 hours away.
  const [first, last] = [dayOf(from, -1), dayOf(before, 1)];
  const open = await listFollowed(db, householdId, last);
  const ids = open.map(({ series_id }) => series_id);
  const aheads = await listAheads(db, ids, { first, last });
  const whoOf = await readTurns(db, householdId, ids, { first, last });
  return (await withSeries(db, open)).flatMap(({ series, occurrence }) => {
    const who = whoOf(series, occurrence);
    return datesFrom(series, occurrence.next_on!, last).flatMap((on) => {
      const dueAt = instantOn(on, series.local_time, series.time_zone);
      const person = who(on);
      if (dueAt < from || dueAt >= before) return [];
      const ahead = aheads.find((row) => row.series_id === series.id && row.occurs_on === on);
      const { title, category } = series;
      return [
        { taskId: ahead?.task_id ?? occurrence.task_id!, title, category, dueAt, who: person },
      ];
    });
  });
}

/** Lists the open occurrences that another follows by this day. */
async function listFollowed(db: Kysely<Database>, householdId: string, last: string) {
  return (
    db
      .selectFrom("series_occurrences")
      .selectAll()
      .where("household_id", "=", householdId)
      // Set only for an open occurrence that another follows.
      .where("missed_at", "is not", null)
      .where("next_on", "<=", last)
      .where("task_id", "is not", null)
      .execute()
  );
}

async function listAheads(
  db: Kysely<Database>,
  seriesIds: readonly string[],
  { first, last }: { first: string; last: string },
) {
  return db
    .selectFrom("series_occurrences")
    .select(["series_id", "occurs_on", "task_id"])
    .where("series_id", "in", idList(seriesIds))
    .where("state", "=", "ahead")
    .where("occurs_on", ">=", first)
    .where("occurs_on", "<=", last)
    .execute();
}

interface TurnRow {
  series_id: string;
  turn_order: TurnOrder;
  person_id: string | null;
  startsOn: string | null;
}

type WhoOn = (on: string) => string | null;

/**
 * Returns who will have the dates of each series. Dates have to be asked for one after the other,
 * from the one after the open one.
 */
async function readTurns(
  db: Kysely<Database>,
  householdId: string,
  seriesIds: readonly string[],
  { first, last }: { first: string; last: string },
): Promise<(series: Series, open: Occurrence) => WhoOn> {
  const household = await listHouseholdPeople(db, householdId);
  const labelOf = (id: string | null) => household.find((one) => one.id === id)?.label ?? null;
  const rows = Map.groupBy(await listTurnRows(db, seriesIds), ({ series_id }) => series_id);
  const away = await db
    .selectFrom("away_dates")
    .select(["person_id", "first_on", "last_on"])
    .where("household_id", "=", householdId)
    .where("first_on", "<=", last)
    .where("last_on", ">=", first)
    .execute();
  const isAwayOn = (on: string) => (person: HouseholdPerson) =>
    away.some((row) => row.person_id === person.id && row.first_on <= on && on <= row.last_on);
  return (series, open) => {
    const own = rows.get(series.id);
    if (series.yes_person_id) return () => labelOf(series.yes_person_id);
    if (!own) return () => labelOf(series.assignee_id) ?? series.assignee_name;
    return turnsOf(own, { household, isAwayOn, startsOn: series.starts_on, open });
  };
}

function turnsOf(
  rows: TurnRow[],
  {
    household,
    isAwayOn,
    startsOn,
    open,
  }: {
    household: HouseholdPerson[];
    isAwayOn: (on: string) => (person: HouseholdPerson) => boolean;
    startsOn: string;
    open: Occurrence;
  },
): WhoOn {
  const [{ turn_order: order, startsOn: firstOn }] = rows as [TurnRow];
  const people = rows.flatMap(
    ({ person_id }) => household.find(({ id }) => id === person_id) ?? [],
  );
  // It goes to the person who has done the least by then.
  if (order === "least" || people.length === 0) return () => null;
  let previous = people.find(({ id }) => id === open.turn_person_id);
  return (on) => {
    const occasion = { on, startsOn: firstOn ?? startsOn, last: previous, done: new Map() };
    const person = chooseTurn({ order, people }, { ...occasion, isAway: isAwayOn(on) });
    previous = person ?? previous;
    return person?.label ?? null;
  };
}

async function listTurnRows(
  db: Kysely<Database>,
  seriesIds: readonly string[],
): Promise<TurnRow[]> {
  return db
    .selectFrom("series_turns")
    .leftJoin("series_turn_people", (join) =>
      join
        .onRef("series_turn_people.series_id", "=", "series_turns.series_id")
        .on("has_left", "=", 0),
    )
    .leftJoin("series_occurrences as first", (join) =>
      join.onRef("first.series_id", "=", "series_turns.series_id").on("first.number", "=", 1),
    )
    .select(["series_turns.series_id", "turn_order", "person_id", "first.occurs_on as startsOn"])
    .where("series_turns.series_id", "in", idList(seriesIds))
    .orderBy("position")
    .execute();
}

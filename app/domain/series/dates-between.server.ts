import type { ExpressionBuilder, Kysely } from "kysely";
import { idList } from "#db/sql/values.ts";
import { type HouseholdPerson, listHouseholdPeople } from "#app/domain/people/people.server.ts";
import { Temporal } from "#app/domain/core/time.ts";
import { instantOn } from "#app/domain/recurrence/dates.server.ts";
import type { Category, Database, TurnOrder } from "#db/schema.ts";
import {
  datesFrom,
  type Occurrence,
  type Series,
  withSeries,
} from "./occurrences/series.server.ts";
import { chooseTurn, type Turns } from "./turns/choose-turn.ts";

/** A date of a series that is not open yet. */
export interface LaterDate {
  /** The task of this date if it has one by now, else the open task of its series. */
  taskId: string;
  /** The task of the open one. */
  openId: string;
  /** YYYY-MM-DD, where the series is. */
  on: string;
  title: string;
  category: Category;
  /** An instant. */
  dueAt: string;
  hasTime: boolean;
  /** The person who will have it; null for nobody, or while it is undecided. */
  personId: string | null;
  /** The person's label, or a name that is nobody's in the household. */
  who: string | null;
  /** True if it will be their turn. */
  isTurn: boolean;
  /** The person whom it is about. */
  aboutId: string | null;
}

type Doer = Pick<LaterDate, "personId" | "who" | "isTurn">;

const nobody: Doer = { personId: null, who: null, isTurn: false };

const dayMs = 86_400_000;

function dayOf(instant: string, days: number): string {
  const day = new Date(Date.parse(instant) + days * dayMs).toISOString();
  // A year of five digits begins with a plus sign.
  return day.startsWith("+") ? "9999-12-31" : day.slice(0, 10);
}

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
  const whoOf = await readTurns(db, householdId, open, last);
  return (await withSeries(db, open)).flatMap(({ series, occurrence }) => {
    const { isInOrder, whoOn } = whoOf(series);
    const next = occurrence.next_on!;
    return datesFrom(series, isInOrder || next > first ? next : first, last).flatMap((on) => {
      const dueAt = instantOn(on, series.local_time, series.time_zone);
      const doer = whoOn(on);
      if (dueAt < from || dueAt >= before) return [];
      const ahead = aheads.find((row) => row.series_id === series.id && row.occurs_on === on);
      const { title, category, about_id: aboutId } = series;
      const openId = occurrence.task_id!;
      const taskId = ahead?.task_id ?? openId;
      const hasTime = series.has_time === 1;
      return [{ taskId, openId, on, title, category, dueAt, hasTime, ...doer, aboutId }];
    });
  });
}

/** Finds which of these tasks are the open occurrence of a series that goes on. */
export async function findRepeating(
  db: Kysely<Database>,
  taskIds: readonly string[],
): Promise<Set<string | null>> {
  const rows = await db
    .selectFrom("series_occurrences")
    .select("task_id")
    .where("task_id", "in", idList(taskIds))
    .where("state", "=", "open")
    .where("next_on", "is not", null)
    .execute();
  return new Set(rows.map(({ task_id }) => task_id));
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

type WhoOn = (on: string) => Doer;

interface Doers {
  /** True if all dates after the open one have to be asked for, one after the other. */
  isInOrder: boolean;
  whoOn: WhoOn;
}

/** Nobody needs to know turns that depend on hundreds before, and they would take seconds. */
const maxDaysInOrder = 2 * 366;

/** Returns who will have the dates of each series. */
async function readTurns(
  db: Kysely<Database>,
  householdId: string,
  followed: readonly Occurrence[],
  lastOn: string,
): Promise<(series: Series) => Doers> {
  const seriesIds = followed.map(({ series_id }) => series_id);
  const firstOn = followed.map(({ next_on }) => next_on!).toSorted()[0] ?? lastOn;
  const isFar = Temporal.PlainDate.from(firstOn).until(lastOn).days > maxDaysInOrder;
  const household = await listHouseholdPeople(db, householdId);
  const doerOf = (id: string | null, name: string | null = null): Doer => {
    const label = household.find((one) => one.id === id)?.label;
    return label === undefined
      ? { ...nobody, who: name }
      : { personId: id, who: label, isTurn: false };
  };
  const rows = Map.groupBy(await listTurnRows(db, seriesIds), ({ series_id }) => series_id);
  const lastTurns = await findLastTurns(db, seriesIds);
  const away = await db
    .selectFrom("away_dates")
    .select(["person_id", "first_on", "last_on"])
    .where("household_id", "=", householdId)
    .where("first_on", "<=", lastOn)
    .execute();
  const isAwayOn = (on: string) => (person: HouseholdPerson) =>
    away.some((row) => row.person_id === person.id && row.first_on <= on && on <= row.last_on);
  return (series) => {
    const own = rows.get(series.id) ?? [];
    const always = (doer: Doer) => ({ isInOrder: false, whoOn: () => doer });
    if (series.yes_person_id) return always(doerOf(series.yes_person_id));
    const people = own.flatMap(
      ({ person_id }) => household.find(({ id }) => id === person_id) ?? [],
    );
    const order = own[0]?.turn_order;
    // Without anybody left to take turns, they are as if there were none.
    if (!order || (people.length === 0 && order !== "anyone"))
      return always(doerOf(series.assignee_id, series.assignee_name));
    const isInOrder = order === "each";
    // It goes to the person who has done the least by then.
    if (order === "least" || (isInOrder && isFar)) return always(nobody);
    const startsOn = own[0]?.startsOn ?? series.starts_on;
    const last = people.find(({ id }) => id === lastTurns.get(series.id));
    return { isInOrder, whoOn: turnsOf({ order, people }, { isAwayOn, startsOn, last }) };
  };
}

function turnsOf(
  { order, people }: Turns,
  {
    isAwayOn,
    startsOn,
    last,
  }: {
    isAwayOn: (on: string) => (person: HouseholdPerson) => boolean;
    startsOn: string;
    last: HouseholdPerson | undefined;
  },
): WhoOn {
  let previous = last;
  return (on) => {
    const occasion = { on, startsOn, last: previous, done: new Map(), isAway: isAwayOn(on) };
    const person = chooseTurn({ order, people }, occasion);
    previous = person ?? previous;
    return person ? { personId: person.id, who: person.label, isTurn: true } : nobody;
  };
}

/** Finds who had the last turn of each series, up to the open one: it may be nobody's. */
async function findLastTurns(
  db: Kysely<Database>,
  seriesIds: readonly string[],
): Promise<Map<string, string | null>> {
  const turns = await db
    .selectFrom("series_turns")
    .select(["series_id", (eb) => lastTurn(eb).as("personId")])
    .where("series_id", "in", idList(seriesIds))
    .execute();
  return new Map(turns.map(({ series_id, personId }) => [series_id, personId]));
}

const lastTurn = ({ selectFrom }: ExpressionBuilder<Database, "series_turns">) =>
  selectFrom("series_occurrences as before")
    .select("before.turn_person_id")
    .whereRef("before.series_id", "=", "series_turns.series_id")
    .where("before.state", "!=", "ahead")
    .where("before.turn_person_id", "is not", null)
    .orderBy("before.number", "desc")
    .limit(1);

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

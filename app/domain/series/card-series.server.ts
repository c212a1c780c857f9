import type { Kysely } from "kysely";
import { formatClock, formatDate } from "#app/domain/core/time.ts";
import { describeRule } from "#app/domain/tasks/recurrence/describe.ts";
import type { Database, TurnOrder } from "#db/schema.ts";
import { findTurnOrders } from "./turns/turns.server.ts";
import { findOccurrences, scheduleOf, type Occurrence, type Series } from "./occurrences/series.server.ts";

export interface CardSeries {
  /** "Every Tuesday 7 PM · next Dec 1". */
  words: string;
  isOpen: boolean;
  /** "Missed twice"; null if the one before was not missed. */
  missed: string | null;
  /** Of an open one. */
  turn: "yours" | "theirs" | "anyone" | null;
}

/** By task id; tasks for once are missing. */
export async function findCardSeries(
  db: Kysely<Database>,
  { userId }: { userId: string },
  taskIds: readonly string[],
): Promise<Map<string, CardSeries>> {
  const found = await findOccurrences(db, taskIds);
  if (found.length === 0) return new Map();
  const orders = await findTurnOrders(
    db,
    found.map(({ series }) => series.id),
  );
  return new Map(
    found.map(({ occurrence, series }) => {
      const turn = turnOf(occurrence, orders.get(series.id), userId);
      return [occurrence.task_id!, { ...toCardSeries(series, occurrence), turn }];
    }),
  );
}

function turnOf({ state, turn_user, turn_member }: Occurrence, order: TurnOrder | undefined, userId: string) {
  if (state !== "open") return null;
  if (turn_user || turn_member) return turn_user === userId ? "yours" : "theirs";
  return order === "anyone" ? "anyone" : null;
}

function toCardSeries(series: Series, { state, next_on, missed_before }: Occurrence): Omit<CardSeries, "turn"> {
  const schedule = scheduleOf(series);
  const isOpen = state === "open";
  const when = describeRule(schedule, series.starts_on, formatClock(series.local_time));
  const next = next_on ? `next ${formatDate(`${next_on}T12:00:00.000Z`, "UTC")}` : "the last one";
  return {
    words: isOpen && schedule.type === "calendar" ? `${when} · ${next}` : when,
    isOpen,
    missed: isOpen && missed_before > 0 ? timesMissed(missed_before) : null,
  };
}

function timesMissed(count: number): string {
  if (count === 1) return "Missed last time";
  return `Missed ${count === 2 ? "twice" : `${count} times`}`;
}

/** Tells whether a later one has begun, so that this one stays as history. */
export async function hasLaterOccurrence(db: Kysely<Database>, taskId: string): Promise<boolean> {
  const later = await db
    .selectFrom("series_occurrences as own")
    .innerJoin("series_occurrences as later", "later.series_id", "own.series_id")
    .select("later.number")
    .where("own.task_id", "=", taskId)
    .whereRef("later.number", ">", "own.number")
    .where("later.state", "!=", "taken_back")
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}

/** The open one of the series that a missed task belongs to. */
export async function findReplacement(db: Kysely<Database>, taskId: string): Promise<string | undefined> {
  const open = await db
    .selectFrom("series_occurrences as missed")
    .innerJoin("series_occurrences as open", "open.series_id", "missed.series_id")
    .select("open.task_id")
    .where("missed.task_id", "=", taskId)
    .where("missed.state", "=", "missed")
    .where("open.state", "=", "open")
    .executeTakeFirst();
  return open?.task_id ?? undefined;
}

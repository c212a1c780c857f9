import type { Kysely } from "kysely";
import { formatClock, formatDate, nowIso } from "#app/domain/core/time.ts";
import { describeRule } from "#app/domain/tasks/recurrence/describe.ts";
import type { Database } from "#db/schema.ts";
import {
  describeBreaks,
  findOccurrences,
  scheduleOf,
  type Occurrence,
  type Series,
} from "./occurrences/series.server.ts";

export interface CardSeries {
  /** "Every Tuesday 7 PM · next Dec 1". */
  words: string;
  isOpen: boolean;
  /** The name of a break that it skips and that has no dates ahead. */
  undatedBreak: string | null;
  /** "Missed twice"; null if the one before was not missed. */
  missed: string | null;
}

/** By task id; tasks for once are missing. */
export async function findCardSeries(
  db: Kysely<Database>,
  taskIds: readonly string[],
): Promise<Map<string, CardSeries>> {
  const found = await findOccurrences(db, taskIds);
  const repeating = found.filter(({ occurrence, series }) => occurrence.state !== "open" || series.ended_at === null);
  return new Map(repeating.map(({ occurrence, series }) => [occurrence.task_id!, toCardSeries(series, occurrence)]));
}

function toCardSeries(series: Series, { state, next_on, missed_before }: Occurrence): CardSeries {
  const schedule = scheduleOf(series);
  const isOpen = state === "open";
  const when = describeRule(schedule, series.starts_on, formatClock(series.local_time)) + describeBreaks(series);
  const next = next_on ? `next ${formatDay(next_on)}` : "the last one";
  const paused = isOpen && isAhead(series.paused_until) ? `paused until ${formatDay(series.paused_until)}` : null;
  const parts = [when, paused, isOpen && schedule.type === "calendar" ? next : null];
  return {
    words: parts.filter(Boolean).join(" · "),
    isOpen,
    undatedBreak: isOpen ? (series.undatedBreaks[0] ?? null) : null,
    missed: isOpen && missed_before > 0 ? timesMissed(missed_before) : null,
  };
}

const formatDay = (date: string) => formatDate(`${date}T12:00:00.000Z`, "UTC");

function isAhead(date: string | null): date is string {
  return date !== null && date > nowIso().slice(0, 10);
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

/** The open one of the series that a missed or skipped task belongs to. */
export async function findReplacement(db: Kysely<Database>, taskId: string): Promise<string | undefined> {
  const open = await db
    .selectFrom("series_occurrences as past")
    .innerJoin("series_occurrences as open", "open.series_id", "past.series_id")
    .select("open.task_id")
    .where("past.task_id", "=", taskId)
    .where("past.state", "in", ["missed", "skipped"])
    .where("open.state", "=", "open")
    .executeTakeFirst();
  return open?.task_id ?? undefined;
}

import type { Kysely, Selectable } from "kysely";
import { idList } from "#db/sql/values.ts";
import { instantOf, nowIso, Temporal, wallClockAt } from "#app/domain/core/time.ts";
import { z } from "#app/domain/core/zod.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import type { Database } from "#db/schema.ts";
import {
  type DatedRule,
  type DateRange,
  datesBetween,
  nextDate,
} from "#app/domain/recurrence/dates.server.ts";
import { parseRule, type Schedule } from "#app/domain/recurrence/rule.ts";
import { readSchedule } from "#app/domain/recurrence/schedule.server.ts";
import { type Break, breakKey, findBreaks } from "./breaks.server.ts";

export type Series = Selectable<Database["series"]> & Pauses;

interface Pauses {
  /** Its breaks and its pause, if they have dates. */
  paused: DateRange[];
  /** Names of its breaks that have no dates ahead. */
  undatedBreaks: string[];
}

export type Occurrence = Selectable<Database["series_occurrences"]>;

export async function findOccurrences(
  db: Kysely<Database>,
  taskIds: readonly string[],
): Promise<{ occurrence: Occurrence; series: Series }[]> {
  return withSeries(db, await listOccurrences(db, taskIds));
}

export async function withSeries(
  db: Kysely<Database>,
  occurrences: Occurrence[],
): Promise<{ occurrence: Occurrence; series: Series }[]> {
  if (occurrences.length === 0) return [];
  const ids = occurrences.map(({ series_id }) => series_id);
  const rows = await db.selectFrom("series").selectAll().where("id", "in", idList(ids)).execute();
  const series = await withPauses(db, rows);
  const byId = new Map(series.map((one) => [one.id, one]));
  return occurrences.map((occurrence) => ({ occurrence, series: byId.get(occurrence.series_id)! }));
}

const listOccurrences = compileOnce((db, taskIds: readonly string[]) =>
  db.selectFrom("series_occurrences").selectAll().where("task_id", "in", idList(taskIds)),
);

type Paused = Pick<
  Selectable<Database["series"]>,
  "household_id" | "skipped_breaks" | "paused_until" | "time_zone"
>;

/** Reads the households' breaks only if a series has one. */
export async function withPauses<Row extends Paused>(
  db: Kysely<Database>,
  rows: Row[],
): Promise<(Row & Pauses)[]> {
  const skipping = rows.filter(({ skipped_breaks }) => skipped_breaks !== "[]");
  const breaks =
    skipping.length === 0
      ? []
      : await findBreaks(db, [...new Set(skipping.map((one) => one.household_id))]);
  const now = nowIso();
  return rows.map((row) => {
    const isOwn = (one: Break, name: string) =>
      one.household_id === row.household_id && breakKey(one.name) === breakKey(name);
    const names = namesOf(row);
    const skipped = breaks.filter((one) => names.some((name) => isOwn(one, name)));
    const ranges = skipped.map(({ starts_on, ends_on }) => ({ from: starts_on, to: ends_on }));
    const paused = row.paused_until ? [...ranges, beforeDate(row.paused_until)] : ranges;
    const isDated = (name: string) =>
      skipped.some((one) => isOwn(one, name) && one.ends_on >= todayOf(row, now));
    return { ...row, paused, undatedBreaks: names.filter((name) => !isDated(name)) };
  });
}

/** Returns the date where the series has its time: a day there is over when it is over. */
export const todayOf = ({ time_zone }: Pick<Series, "time_zone">, now: string): string =>
  wallClockAt(now, time_zone).toPlainDate().toString();

/** Returns the names of the breaks that a series skips. */
/** Returns the date and time of its occurrence on a day (YYYY-MM-DD). */
export const dateOn = (
  { local_time, time_zone, has_time }: Pick<Series, "local_time" | "time_zone" | "has_time">,
  on: string,
) => ({ local: `${on}T${local_time}`, timeZone: time_zone, hasTime: has_time });

export function namesOf({ skipped_breaks }: Pick<Series, "skipped_breaks">): string[] {
  return listOf(skipped_breaks);
}

/** Returns ", except School holidays", or "". */
export function describeBreaks(series: Pick<Series, "skipped_breaks">): string {
  const names = namesOf(series);
  return names.length === 0 ? "" : `, except ${new Intl.ListFormat("en-US").format(names)}`;
}

const beforeDate = (date: string): DateRange => ({
  from: "0000-01-01",
  to: Temporal.PlainDate.from(date).subtract({ days: 1 }).toString(),
});

/** @throws if the stored rule is invalid */
export function scheduleOf({ rule, counts_from }: Ruled): Schedule {
  const read = readSchedule({ rule, from: counts_from });
  if (read.status === "refused") throw new Error(`A series has the rule ${rule}: ${read.words}`);
  return read.schedule;
}

/** False for a rule of another version of Mila that this one refuses. */
export const hasReadableRule = ({ rule, counts_from }: Ruled) =>
  readSchedule({ rule, from: counts_from }).status === "accepted";

type Ruled = Pick<Series, "rule" | "counts_from">;

/** Returns the next date of the rule after the one that an occurrence had or was moved to. */
export function nextOn(
  series: Series,
  { occurs_on }: Pick<Occurrence, "occurs_on">,
  dueLocal: string | null,
) {
  const dated = series.ended_at === null ? datedRule(series) : null;
  const dueOn = dueLocal?.slice(0, 10) ?? occurs_on;
  return dated && nextDate(dated, dueOn > occurs_on ? dueOn : occurs_on);
}

/**
 * Returns the dates of the rule from `first` to `last`, both included; none for a series that
 * counts from completion.
 */
export function datesFrom(series: DatedSeries, first: string, last: string): string[] {
  const dated = datedRule(series);
  return dated ? datesBetween(dated, first, last) : [];
}

export type DatedSeries = Pick<
  Series,
  "rule" | "counts_from" | "starts_on" | "excluded_on" | "paused"
>;

/** Returns null if the series counts from completion. */
export function datedRule(series: DatedSeries): DatedRule | null {
  const { rule: text, counts_from, starts_on, paused } = series;
  const parsed = counts_from === "due" ? parseRule(text) : null;
  if (parsed?.status !== "accepted") return null;
  return {
    rule: parsed.rule,
    startsOn: starts_on,
    excludedOn: excludedOn(series),
    excluded: paused,
  };
}

/** Returns dates that its rule has and the series does not. */
export function excludedOn({ excluded_on }: Pick<Series, "excluded_on">): string[] {
  return listOf(excluded_on);
}

const textList = z.array(z.string());

/** Most series have an empty list, and a dashboard reads hundreds. */
function listOf(json: string): string[] {
  return json === "[]" ? [] : textList.parse(JSON.parse(json));
}

const leadTime = { days: 2, hours: 1 };

/**
 * Returns an instant that is early enough for the next occurrence's reminders, but never before the
 * day of this one is over. Null if nothing follows.
 */
export function missedAt(
  { local_time, time_zone }: Series,
  dueLocal: string | null,
  next: string | null,
) {
  if (!dueLocal || !next) return null;
  const dayIsOver = Temporal.PlainDate.from(dueLocal.slice(0, 10))
    .add({ days: 1 })
    .toPlainDateTime();
  const beforeNext = Temporal.PlainDateTime.from(`${next}T${local_time}`).subtract(leadTime);
  const later = Temporal.PlainDateTime.compare(dayIsOver, beforeNext) > 0 ? dayIsOver : beforeNext;
  return instantOf(later, time_zone);
}

/** Maps tasks to the ids of their series. Omits tasks that do not repeat. */
export async function findSeriesIds(
  db: Kysely<Database>,
  taskIds: readonly string[],
): Promise<Map<string, string>> {
  if (taskIds.length === 0) return new Map();
  const rows = await listSeriesIds(db, taskIds);
  return new Map(rows.map(({ task_id, series_id }) => [task_id!, series_id]));
}

const listSeriesIds = compileOnce((db, taskIds: readonly string[]) =>
  db
    .selectFrom("series_occurrences")
    .select(["task_id", "series_id"])
    .where("task_id", "in", idList(taskIds)),
);

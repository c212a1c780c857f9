import type { Kysely, Selectable } from "kysely";
import { idList } from "#app/domain/core/id-list.ts";
import { instantOf, Temporal } from "#app/domain/core/time.ts";
import { z } from "#app/domain/core/zod.ts";
import type { Database } from "#db/schema.ts";
import { datesBetween, type DatedRule, nextDate } from "#app/domain/tasks/recurrence/dates.server.ts";
import { parseRule, type Schedule } from "#app/domain/tasks/recurrence/rule.ts";
import { readSchedule } from "#app/domain/tasks/recurrence/schedule.server.ts";

export type Series = Selectable<Database["series"]>;
export type Occurrence = Selectable<Database["series_occurrences"]>;

export async function findOccurrences(
  db: Kysely<Database>,
  taskIds: readonly string[],
): Promise<{ occurrence: Occurrence; series: Series }[]> {
  const occurrences = await db
    .selectFrom("series_occurrences")
    .selectAll()
    .where("task_id", "in", idList(taskIds))
    .execute();
  if (occurrences.length === 0) return [];
  const ids = occurrences.map(({ series_id }) => series_id);
  const series = await db.selectFrom("series").selectAll().where("id", "in", idList(ids)).execute();
  const byId = new Map(series.map((one) => [one.id, one]));
  return occurrences.map((occurrence) => ({ occurrence, series: byId.get(occurrence.series_id)! }));
}

/** @throws if the stored rule is none that was taken */
export function scheduleOf({ rule, counts_from }: Pick<Series, "rule" | "counts_from">): Schedule {
  const read = readSchedule({ rule, from: counts_from });
  if (read.status === "refused") throw new Error(`A series has the rule ${rule}: ${read.words}`);
  return read.schedule;
}

/** The next date of the calendar after the one that an occurrence had or was moved to. */
export function nextOn(series: Series, { occurs_on }: Pick<Occurrence, "occurs_on">, dueLocal: string | null) {
  const dated = datedRule(series);
  const dueOn = dueLocal?.slice(0, 10) ?? occurs_on;
  return dated && nextDate(dated, dueOn > occurs_on ? dueOn : occurs_on);
}

/** The calendar's dates from `first` to `last`, both included; none for a series that counts from completion. */
export function datesFrom(series: Series, first: string, last: string): string[] {
  const dated = datedRule(series);
  return dated ? datesBetween(dated, first, last) : [];
}

/** Null if the series counts from completion. */
function datedRule({ rule: text, counts_from, starts_on, excluded_on }: Series): DatedRule | null {
  const parsed = counts_from === "due" ? parseRule(text) : null;
  if (parsed?.status !== "taken") return null;
  return { rule: parsed.rule, startsOn: starts_on, excludedOn: z.array(z.string()).parse(JSON.parse(excluded_on)) };
}

const leadTime = { days: 2, hours: 1 };

/** Early enough for the next one's reminders, yet never before the day of this one is over. Null if nothing follows. */
export function missedAt({ local_time, time_zone }: Series, dueLocal: string | null, next: string | null) {
  if (!dueLocal || !next) return null;
  const dayIsOver = Temporal.PlainDate.from(dueLocal.slice(0, 10)).add({ days: 1 }).toPlainDateTime();
  const beforeNext = Temporal.PlainDateTime.from(`${next}T${local_time}`).subtract(leadTime);
  const later = Temporal.PlainDateTime.compare(dayIsOver, beforeNext) > 0 ? dayIsOver : beforeNext;
  return instantOf(later, time_zone);
}

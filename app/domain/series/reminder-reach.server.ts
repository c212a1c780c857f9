import type { Kysely } from "kysely";
import { Temporal } from "#app/domain/core/time.ts";
import type { ReminderReach } from "#app/domain/reminders/add-reminder.server.ts";
import { minutesPerDay } from "#app/domain/reminders/planning/planned-at.server.ts";
import { dateAfterDone } from "#app/domain/tasks/recurrence/schedule.server.ts";
import type { Database } from "#db/schema.ts";
import { datesAhead } from "./occurrences/dates-ahead.server.ts";
import { datesFrom, findOccurrences, type Occurrence, scheduleOf, type Series } from "./occurrences/series.server.ts";

/** A custom reminder is at most a year before. */
const longestDays = 365;

/**
 * Returns the longest lead that a reminder of later occurrences can have. It is 0 if none follow. Where each occurrence is
 * created when the one before is done, it is the interval. Otherwise it ends where too many dates lie within it.
 */
export async function findReminderReach(db: Kysely<Database>, taskId: string): Promise<ReminderReach> {
  const none: ReminderReach = { minutes: 0, beyond: "too_early" };
  const [found] = await findOccurrences(db, [taskId]);
  if (found?.occurrence.state !== "open" || found.series.ended_at !== null) return none;
  const { series, occurrence } = found;
  const schedule = scheduleOf(series);
  if (schedule.type === "calendar" || series.counts_from === "due") {
    if (series.counts_from === "due" && occurrence.next_on === null) return none;
    return { minutes: daysOfDatesAhead(series, occurrence) * minutesPerDay, beyond: "too_often" };
  }
  const after = dateAfterDone(schedule, occurrence.occurs_on);
  return { minutes: daysBetween(occurrence.occurs_on, after) * minutesPerDay, beyond: "too_early" };
}

function daysOfDatesAhead(series: Series, { occurs_on: on }: Occurrence): number {
  const [first, last] = [1, longestDays].map((days) => Temporal.PlainDate.from(on).add({ days }).toString());
  const beyond = datesFrom(series, first!, last!)[datesAhead.reminded];
  return beyond === undefined ? Infinity : daysBetween(on, beyond) - 1;
}

function daysBetween(one: string, other: string): number {
  return Temporal.PlainDate.from(one).until(other).days;
}

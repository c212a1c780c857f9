import type { Kysely } from "kysely";
import { Temporal } from "#app/domain/core/time.ts";
import { minutesPerDay } from "#app/domain/reminders/planning/planned-at.server.ts";
import { dateAfterDone } from "#app/domain/tasks/recurrence/schedule.server.ts";
import type { Database } from "#db/schema.ts";
import { findOccurrences, scheduleOf } from "./occurrences/series.server.ts";

/**
 * Returns the longest lead, in minutes, that a reminder of later occurrences can have. It is 0 if none follow. Where each
 * occurrence is created when the one before is done, it is the interval.
 */
export async function findReminderReach(db: Kysely<Database>, taskId: string): Promise<number> {
  const [found] = await findOccurrences(db, [taskId]);
  if (found?.occurrence.state !== "open" || found.series.ended_at !== null) return 0;
  const { series, occurrence } = found;
  if (series.counts_from === "due") return occurrence.next_on === null ? 0 : Infinity;
  const schedule = scheduleOf(series);
  if (schedule.type === "calendar") return Infinity;
  const on = Temporal.PlainDate.from(occurrence.occurs_on);
  return on.until(dateAfterDone(schedule, occurrence.occurs_on)).days * minutesPerDay;
}

import type { Kysely } from "kysely";
import { formatDateWithWeekday, nowIso, Temporal, wallClockAt } from "#app/domain/core/time.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import { nextDate } from "#app/domain/recurrence/dates.server.ts";
import type { Database } from "#db/schema.ts";
import { datedRule, findOccurrences } from "../occurrences/series.server.ts";

/**
 * Returns "It replaces the one on Tue, Dec 8." if a task's new day is not before the next date of
 * its series.
 */
export async function describeReplaced(
  db: Kysely<Database>,
  before: { id: string; due_local: string | null },
  now: string = nowIso(),
): Promise<string | undefined> {
  const task = (await findTasks(db, [before.id])).get(before.id);
  const day = task?.due_local?.slice(0, 10);
  if (!day || day === before.due_local?.slice(0, 10)) return undefined;
  const following = await findFollowing(db, before.id);
  if (!following || following.date > day) return undefined;
  const second = nextDate(following.dated, following.date);
  if (second && second <= day) return "It replaces all others up to then.";
  return `It replaces the one on ${formatDay(following.date, following.timeZone, now)}.`;
}

/**
 * Returns "Tue, Dec 8", the date that opens after this one, as the card says it: a task's new day
 * must be before it to replace nothing more. Null for a task that does not repeat.
 */
export async function findNextDay(
  db: Kysely<Database>,
  taskId: string,
  now: string = nowIso(),
): Promise<string | null> {
  const [found] = await findOccurrences(db, [taskId]);
  if (found?.occurrence.state !== "open") return null;
  const { next_on } = found.occurrence;
  return next_on && formatDay(next_on, found.series.time_zone, now);
}

/** Returns the rule's date after that of an open occurrence, if its series goes on. */
async function findFollowing(db: Kysely<Database>, taskId: string) {
  const [found] = await findOccurrences(db, [taskId]);
  if (found?.occurrence.state !== "open" || found.series.ended_at !== null) return null;
  const dated = datedRule(found.series);
  const date = dated && nextDate(dated, found.occurrence.occurs_on);
  return date ? { dated, date, timeZone: found.series.time_zone } : null;
}

/** Returns "Tue, Dec 1", or in another year "Fri, Jan 1, 2027". @param date YYYY-MM-DD */
export function formatDay(date: string, timeZone: string, now: string): string {
  const day = Temporal.PlainDate.from(date);
  return formatDateWithWeekday(day, day.year !== wallClockAt(now, timeZone).year);
}

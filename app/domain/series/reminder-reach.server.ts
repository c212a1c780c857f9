import type { Kysely } from "kysely";
import { Temporal } from "#app/domain/core/time.ts";
import type { ReminderReach } from "#app/domain/reminders/add-reminder.server.ts";
import {
  findEarliestStanding,
  listFarAhead,
} from "#app/domain/reminders/lists/planned-minutes.server.ts";
import { truncate } from "#app/domain/outbox/rendering/plain-words.ts";
import { minutesPerDay } from "#app/domain/reminders/planning/planned-at.server.ts";
import { dateAfterDone } from "#app/domain/recurrence/schedule.server.ts";
import type { Database } from "#db/schema.ts";
import { datesAhead } from "./occurrences/dates-ahead.server.ts";
import {
  datesFrom,
  findOccurrences,
  hasReadableRule,
  type Occurrence,
  scheduleOf,
  type Series,
} from "./occurrences/series.server.ts";

/** Leaves room for the rest of a notice. */
const maxTitleLength = 40;

/** A custom reminder is at most a year before. */
const longestDays = 365;

/**
 * Returns tasks of which the user wants to be reminded earlier every time than Mila can. This
 * happens when a text asks for it before anyone knows how often the task repeats, when a series
 * repeats more often than before, or with reminders from older versions.
 */
export async function listTooEarly(
  db: Kysely<Database>,
  userId: string,
  taskIds: string[],
): Promise<string[]> {
  const earliest = await findEarliestStanding(db, userId, taskIds);
  return keepTooEarly(db, earliest);
}

/**
 * Returns a task of which Mila cannot remind the user as early as they want every time, or null.
 * Shortens its title.
 */
export async function findTooEarly(
  db: Kysely<Database>,
  userId: string,
): Promise<{ id: string; title: string } | null> {
  const far = await listFarAhead(db, userId);
  const earliest = new Map(far.map(({ taskId, minutes }) => [taskId, minutes]));
  const [id] = await keepTooEarly(db, earliest);
  const found = far.find(({ taskId }) => taskId === id);
  return found ? { id: found.taskId, title: truncate(found.title, maxTitleLength) } : null;
}

async function keepTooEarly(
  db: Kysely<Database>,
  earliest: ReadonlyMap<string, number>,
): Promise<string[]> {
  if (earliest.size === 0) return [];
  const found = await findOccurrences(db, [...earliest.keys()]);
  return found.flatMap(({ series, occurrence }) => {
    const taskId = occurrence.task_id ?? "";
    const reach = reachOf({ series, occurrence }, datesAhead.most);
    return isBeyond(earliest.get(taskId) ?? 0, reach) ? [taskId] : [];
  });
}

/** If no occurrence follows, no reminder is for later ones. */
export function isBeyond(minutesBefore: number, { minutes }: ReminderReach): boolean {
  return minutes > 0 && minutesBefore > minutes;
}

/**
 * Returns the longest lead that a reminder of later occurrences can have, or 0 if none follow. If
 * each occurrence is created when the previous one is done, it is the interval. Otherwise it ends
 * where too many dates lie within it.
 * @param maxDates the limit of dates within it: lower for a new reminder than for an existing one
 */
export async function findReminderReach(
  db: Kysely<Database>,
  taskId: string,
  maxDates: number = datesAhead.reminded,
): Promise<ReminderReach> {
  const [found] = await findOccurrences(db, [taskId]);
  return found ? reachOf(found, maxDates) : none;
}

const none: ReminderReach = { minutes: 0, beyond: "too_early" };

function reachOf(
  { series, occurrence }: { series: Series; occurrence: Occurrence },
  maxDates: number,
): ReminderReach {
  if (occurrence.state !== "open" || series.ended_at !== null || !hasReadableRule(series))
    return none;
  const schedule = scheduleOf(series);
  if (schedule.type === "calendar" || series.counts_from === "due") {
    if (series.counts_from === "due" && occurrence.next_on === null) return none;
    return {
      minutes: daysOfDatesAhead(series, occurrence, maxDates) * minutesPerDay,
      beyond: "too_often",
    };
  }
  const after = dateAfterDone(schedule, occurrence.occurs_on);
  return { minutes: daysBetween(occurrence.occurs_on, after) * minutesPerDay, beyond: "too_early" };
}

function daysOfDatesAhead(series: Series, { occurs_on: on }: Occurrence, maxDates: number): number {
  const [first, last] = [1, longestDays].map((days) =>
    Temporal.PlainDate.from(on).add({ days }).toString(),
  );
  const beyond = datesFrom(series, first!, last!)[maxDates];
  return beyond === undefined ? Infinity : daysBetween(on, beyond) - 1;
}

function daysBetween(one: string, other: string): number {
  return Temporal.PlainDate.from(one).until(other).days;
}

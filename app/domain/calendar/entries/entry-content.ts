import { createHash } from "node:crypto";
import { laterBy } from "#app/domain/core/time.ts";
import type { GoogleEvent } from "#app/services/sending.ts";
import type { Bit } from "#db/schema.ts";
import { entryDetails } from "./task-entry.ts";
import { eventHours } from "../files/template-link.ts";

/** What of a task is in its calendar entry. */
export interface EntryTask {
  id: string;
  title: string;
  description: string | null;
  /** UTC, ISO 8601, and the zone in which it was said. */
  due_date: string | null;
  due_time_zone: string | null;
  is_completed: Bit;
  deleted_at: string | null;
}

/** The content of an entry that is not to be there: its task is deleted, or has no date. */
export const noEntry = "none";

/** Google takes no more than these. */
const [mostReminders, longestMinutes] = [5, 40_320];

/** Tells one state of a task's entry from another. */
export function entryContent(task: EntryTask): string {
  const { title, description, due_date, due_time_zone, is_completed, deleted_at } = task;
  if (deleted_at || !due_date || !due_time_zone) return noEntry;
  const state = JSON.stringify([title, description, due_date, due_time_zone, is_completed]);
  return createHash("sha256").update(state).digest("hex").slice(0, 16);
}

/**
 * The entry as Google takes it: an hour long, with a link back, and the person's reminders while the task is open; null
 * when it is not to be there.
 * @param minutesBefore of each reminder
 */
export function googleEvent(task: EntryTask, origin: string, minutesBefore: number[]): GoogleEvent | null {
  const { title, due_date: dueAt, due_time_zone: timeZone, is_completed, deleted_at } = task;
  if (deleted_at || !dueAt || !timeZone) return null;
  const inTime = [...new Set(minutesBefore)].filter((minutes) => minutes >= 0 && minutes <= longestMinutes);
  const overrides = inTime
    .toSorted((one, other) => one - other)
    .slice(0, mostReminders)
    .map((minutes) => ({ method: "popup" as const, minutes }));
  return {
    summary: is_completed ? `✓ ${title}` : title,
    description: entryDetails(task, origin),
    start: { dateTime: dueAt, timeZone },
    end: { dateTime: laterBy(dueAt, { hours: eventHours }), timeZone },
    reminders: { useDefault: false, overrides: is_completed ? [] : overrides },
    extendedProperties: { private: { milaState: entryContent(task) } },
  };
}

import { hash } from "node:crypto";
import { laterBy } from "#app/domain/core/time.ts";
import type { GoogleEvent } from "#app/services/sending.ts";
import type { Bit } from "#db/schema.ts";
import { entryDetails } from "./task-entry.ts";
import { eventDurationHours } from "../files/template-link.ts";

export interface EntryTask {
  id: string;
  title: string;
  description: string | null;
  /** UTC, ISO 8601. */
  due_date: string | null;
  due_time_zone: string | null;
  is_completed: Bit;
  deleted_at: string | null;
  /** Recurrence rules of the dates that follow a repeating task. */
  recurrence?: string[];
  /** The lead times of the user's planned reminders. */
  minutesBefore: number[];
}

export const noEntry = "none";

const [maxReminders, maxMinutesBefore] = [5, 40_320];

/** @returns a hash that changes whenever the entry does */
export function entryContent(task: EntryTask): string {
  const {
    title,
    description,
    due_date,
    due_time_zone,
    is_completed,
    deleted_at,
    recurrence = [],
  } = task;
  if (deleted_at || !due_date || !due_time_zone) return noEntry;
  const state = JSON.stringify([
    title,
    description,
    due_date,
    due_time_zone,
    is_completed,
    ...recurrence,
    ...popups(task),
  ]);
  return hash("sha256", state, "hex").slice(0, 16);
}

/** Google accepts five reminders, up to four weeks before. A done task needs none. */
function popups({ is_completed, minutesBefore }: EntryTask): number[] {
  if (is_completed) return [];
  const allowed = [...new Set(minutesBefore)].filter(
    (minutes) => minutes >= 0 && minutes <= maxMinutesBefore,
  );
  return allowed.toSorted((one, other) => one - other).slice(0, maxReminders);
}

export function toGoogleEvent(
  task: EntryTask,
  { id, origin }: { id: string; origin: string },
): GoogleEvent | null {
  const {
    title,
    due_date: dueAt,
    due_time_zone: timeZone,
    is_completed,
    deleted_at,
    recurrence,
  } = task;
  if (deleted_at || !dueAt || !timeZone) return null;
  const overrides = popups(task).map((minutes) => ({ method: "popup" as const, minutes }));
  return {
    summary: is_completed ? `✓ ${title}` : title,
    description: entryDetails(task, origin),
    start: { dateTime: dueAt, timeZone },
    end: { dateTime: laterBy(dueAt, { hours: eventDurationHours }), timeZone },
    ...(recurrence && { recurrence }),
    reminders: { useDefault: false, overrides },
    extendedProperties: { private: { milaState: entryContent(task), milaInstance: id } },
  };
}

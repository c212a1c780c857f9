import { nowIso, wallClockAt } from "#app/domain/core/time.ts";
import { calendarTemplateLink } from "../files/template-link.ts";

interface DatedTask {
  id: string;
  title: string;
  description: string | null;
  /** UTC, ISO 8601. */
  due_date: string | null;
  due_time_zone: string | null;
}

/**
 * Whether the task's date has to be chosen before it goes into a calendar: there is none, it is past, or it is in another
 * year where it was said (specification, section 4). A date that was just chosen is taken whatever it is.
 */
export function needsDate(task: Pick<DatedTask, "due_date" | "due_time_zone">): boolean {
  const now = nowIso();
  const { due_date: dueAt, due_time_zone: timeZone } = task;
  if (!dueAt || !timeZone || dueAt < now) return true;
  return wallClockAt(dueAt, timeZone).year !== wallClockAt(now, timeZone).year;
}

/**
 * Google Calendar's page for the task, filled in; null for one without a date.
 * @param origin where the link back leads
 */
export function taskCalendarLink(task: DatedTask, origin: string): string | null {
  const { title, due_date: dueAt, due_time_zone: timeZone } = task;
  return dueAt && timeZone
    ? calendarTemplateLink({ title, details: entryDetails(task, origin), dueAt, timeZone })
    : null;
}

/** What stands under an entry's title: what is known of the task, and the way back to it. */
export function entryDetails({ id, description }: { id: string; description: string | null }, origin: string): string {
  return [description, `${origin}/tasks/${id}`].filter(Boolean).join("\n\n");
}

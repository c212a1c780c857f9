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
 * True if the specification asks for a date: there is none, or it is past or in another year
 * (section 4).
 */
export function needsDate(task: Pick<DatedTask, "due_date" | "due_time_zone">): boolean {
  const now = nowIso();
  const { due_date: dueAt, due_time_zone: timeZone } = task;
  if (!dueAt || !timeZone || dueAt < now) return true;
  return wallClockAt(dueAt, timeZone).year !== wallClockAt(now, timeZone).year;
}

export function taskCalendarLink(task: DatedTask, origin: string): string | null {
  const { title, due_date: dueAt, due_time_zone: timeZone } = task;
  return dueAt && timeZone
    ? calendarTemplateLink({ title, details: entryDetails(task, origin), dueAt, timeZone })
    : null;
}

export function entryDetails(
  { id, description }: { id: string; description: string | null },
  origin: string,
): string {
  return [description, `${origin}/tasks/${id}`].filter(Boolean).join("\n\n");
}

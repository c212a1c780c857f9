import { nowIso, wallClockAt } from "#app/domain/time.ts";
import { calendarTemplateLink } from "./template-link.ts";

interface DatedTask {
  id: string;
  title: string;
  description: string | null;
  /** UTC, ISO 8601. */
  due_date: string | null;
  due_time_zone: string | null;
}

/**
 * Google Calendar's page for the task, filled in; null when its date has to be chosen first: there is none, it is past,
 * or it is in another year where it was said (specification, section 5).
 * @param origin where the link back leads
 * @param isJustChosen the date comes from the picker, which is taken whatever it is
 */
export function taskCalendarLink(
  task: DatedTask,
  origin: string,
  { isJustChosen = false, now = nowIso() } = {},
): string | null {
  const { id, title, description, due_date: dueAt, due_time_zone: timeZone } = task;
  if (!dueAt || !timeZone) return null;
  const isThisYear = wallClockAt(dueAt, timeZone).year === wallClockAt(now, timeZone).year;
  if (!isJustChosen && (dueAt < now || !isThisYear)) return null;
  const details = [description, `${origin}/tasks/${id}`].filter(Boolean).join("\n\n");
  return calendarTemplateLink({ title, details, dueAt, timeZone });
}

import type { Kysely } from "kysely";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { findRevision } from "#app/domain/people/revision.server.ts";
import { findPendingReminders } from "#app/domain/reminders/lists/pending-reminders.server.ts";
import { findCalendarSeries } from "#app/domain/series/calendar-series.server.ts";
import { findTask, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import { describeForCalendars } from "#app/domain/tasks/lists/describe-for-calendars.server.ts";
import type { Database } from "#db/schema.ts";
import { toCalendarEvent } from "./calendar-event.ts";
import { writeCalendar } from "./calendar-file.server.ts";

/** @param origin for a link to the task; null when Mila's address is not public */
export async function findTaskFile(
  db: Kysely<Database>,
  viewer: Viewer,
  id: string,
  origin: string | null,
): Promise<string | "undated" | undefined> {
  const task = await findTask(db, viewer, id);
  if (!task) return undefined;
  const reminders = await findPendingReminders(db, viewer.userId, [id]);
  const remindersAt = reminders.get(id) ?? [];
  return writeTaskFile(db, task, { url: origin && `${origin}/tasks/${id}`, remindersAt });
}

export async function writeTaskFile(
  db: Kysely<Database>,
  given: Task,
  { url, remindersAt }: { url: string | null; remindersAt: string[] },
): Promise<string | "undated"> {
  const [{ due_date, ...task }] = (await describeForCalendars(db, [given])) as [Task];
  if (!due_date) return "undated";
  const { revisedAt } = await findRevision(db, task.household_id);
  const changedAt = revisedAt ?? task.created_at;
  const series = await findCalendarSeries(db, [task.id]);
  const uid = series.get(task.id)?.uid;
  return writeCalendar([
    toCalendarEvent({ ...task, due_date }, { uid, changedAt, url, remindersAt }),
  ]);
}

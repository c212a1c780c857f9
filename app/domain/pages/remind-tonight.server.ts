import type { Kysely } from "kysely";
import { textLength } from "#app/domain/core/limits.ts";
import { dayName, formatTime, instantOf, nowIso, wallClockAt } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import type { AddingRefused } from "#app/domain/tasks/adding/adding-limit.server.ts";
import { saveDrafts } from "#app/domain/tasks/adding/confirm.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import type { UnsavedForm } from "#app/domain/tasks/offline/limits.ts";
import type { Database } from "#db/schema.ts";
import { describeUnsaved, listFields, taskIdIn } from "./unsaved-words.ts";

/**
 * Adds a task that keeps the text of a change that could not be saved (specification, section 8).
 */
export async function remindTonight(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  unsaved: UnsavedForm,
  requestId?: string,
  now: string = nowIso(),
): Promise<{ taskId: string | undefined; title: string; when: string } | AddingRefused> {
  const taskId = taskIdIn(unsaved);
  const task = taskId === null ? undefined : await findTask(db, viewer, taskId);
  const words = describeUnsaved(unsaved, task?.title ?? null);
  const title =
    words.length <= textLength.title ? words : `${words.slice(0, textLength.title - 1)}…`;
  const dueDate = laterTonight(now, viewer.timeZone);
  const taskIds = await saveDrafts(db, viewer, {
    drafts: [
      {
        title,
        category: task?.category ?? "Household",
        description: listFields(unsaved) || undefined,
        dueDate,
        minutesBefore: 0,
      },
    ],
    requestId,
  });
  if ("refused" in taskIds) return taskIds;
  return { taskId: taskIds[0], title, when: inWords(dueDate, viewer.timeZone, now) };
}

/**
 * Returns 8 PM, or the next full hour after it. From 11 PM on that would be midnight, when a family
 * sleeps, so it is 8 AM.
 * @returns the wall clock in the zone, YYYY-MM-DDTHH:mm
 */
export function laterTonight(now: string, timeZone: string): string {
  const current = wallClockAt(now, timeZone);
  const day = current.toPlainDate();
  if (current.hour >= 23) return `${day.add({ days: 1 })}T08:00`;
  const hour = Math.max(20, current.hour + 1);
  return `${day}T${hour}:00`;
}

/** "tonight at 8:00 PM", "tomorrow at 8:00 AM". */
function inWords(local: string, timeZone: string, now: string): string {
  const at = instantOf(wallClockAt(`${local}:00Z`, "UTC"), timeZone);
  const day = dayName(at, timeZone, now) === "Today" ? "tonight" : "tomorrow";
  return `${day} at ${formatTime(at, timeZone)}`;
}

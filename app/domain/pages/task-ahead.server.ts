import type { Kysely } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { listTaskReminders } from "#app/domain/reminders/lists/reminder-list.server.ts";
import { findPresent } from "#app/domain/series/card-series.server.ts";
import { type DueView, viewDue } from "#app/domain/tasks/due/due.server.ts";
import { findTask, findTaskOrDeleted } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";

interface TaskAhead {
  id: string;
  title: string;
  due: DueView | null;
  snoozeId: string | null;
  /** The open occurrence of its series. */
  open: { id: string; due: DueView | null } | null;
}

/** Finds a date of a series that is not open yet: a reminder's link leads there. */
export async function findTaskAhead(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  id: string,
  now: string = nowIso(),
): Promise<TaskAhead | undefined> {
  const task = await findTaskOrDeleted(db, viewer, id);
  if (!task?.is_ahead) return undefined;
  const openId = await findPresent(db, viewer, id);
  const open = openId && (await findTask(db, viewer, openId));
  const reminders = await listTaskReminders(db, viewer, id);
  return {
    id,
    title: task.title,
    due: viewDue(task, viewer.timeZone, now),
    snoozeId: reminders.findLast(({ status }) => status === "sent")?.id ?? null,
    open: open ? { id: open.id, due: viewDue(open, viewer.timeZone, now) } : null,
  };
}

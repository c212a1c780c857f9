import type { Kysely } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { quickDates } from "#app/domain/tasks/due/date-presets.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import {
  findNotUnderstood,
  findUnreadRepetition,
} from "#app/domain/tasks/readings/task-reading.server.ts";
import type { Database } from "#db/schema.ts";

/** Returns null unless it is an open task of the household without a date. */
export async function findDateQuestion(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  taskId: string | null,
  now: string = nowIso(),
) {
  const task = taskId === null ? undefined : await findTask(db, viewer, taskId);
  if (!task || task.due_local || task.is_completed) return null;
  return {
    id: task.id,
    title: task.title,
    notUnderstood: (await findNotUnderstood(db, task.id)) ?? null,
    unreadRepetition: await findUnreadRepetition(db, task.id),
    choices: quickDates(now, viewer.timeZone),
  };
}

import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { findPendingReminders } from "#app/domain/reminders/lists/pending-reminders.server.ts";
import { findOccurrences, type Series } from "#app/domain/series/occurrences/series.server.ts";
import {
  type ChecklistItem,
  findChecklists,
} from "#app/domain/tasks/checklist/checklist.server.ts";
import { findTasks, isGone, listTaskIds, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";

export interface DownloadedTask {
  task: Task;
  /** Null for a task that comes once, and for a closed date. */
  series: Series | null;
  checklist: readonly ChecklistItem[];
  /** The viewer's own, as instants. */
  remindersAt: readonly string[];
}

const tasksAtOnce = 200;

/** Lists the household's tasks that pages show, a few at a time. */
export async function* listDownloads(
  db: Kysely<Database>,
  { userId, householdId }: Viewer,
): AsyncGenerator<DownloadedTask[]> {
  const all = await listTaskIds(db, householdId);
  for (let from = 0; from < all.length; from += tasksAtOnce) {
    // SQLite queries block other requests.
    await nextTurn();
    const found = await findTasks(db, all.slice(from, from + tasksAtOnce));
    const tasks = [...found.values()]
      .filter((task) => !isGone(task) && task.is_ahead === 0)
      .toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const ids = tasks.map(({ id }) => id);
    const open = (await findOccurrences(db, ids)).filter(({ occurrence, series }) => {
      return occurrence.state === "open" && series.ended_at === null;
    });
    const seriesOf = new Map(open.map(({ occurrence, series }) => [occurrence.task_id, series]));
    const checklists = await findChecklists(
      db,
      tasks.flatMap(({ id, has_checklist }) => (has_checklist ? [id] : [])),
    );
    const reminders = await findPendingReminders(db, userId, ids);
    yield tasks.map((task) => ({
      task,
      series: seriesOf.get(task.id) ?? null,
      checklist: checklists.get(task.id) ?? [],
      remindersAt: reminders.get(task.id) ?? [],
    }));
  }
}

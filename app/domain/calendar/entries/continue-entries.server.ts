import type { Transaction } from "kysely";
import { idList } from "#db/sql/values.ts";
import { findTasksBefore } from "#app/domain/series/calendar-series.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { newEntry } from "./new-entry.ts";
import { findSeriesEntries } from "./series-entries.server.ts";

/**
 * Adds the next occurrence where someone added the one before by hand, once, unless they deleted
 * the series. Also does so while the calendar is off or not connected, so that it is sent
 * afterwards. `syncEntries` sends it.
 */
export async function continueEntries(
  trx: Transaction<Database>,
  { taskIds }: { taskIds: string[] },
  now: string,
): Promise<void> {
  const before = await findTasksBefore(trx, taskIds);
  if (before.size === 0) return;
  const entries = await trx
    .selectFrom("calendar_entries")
    .select(["task_id", "user_id", "is_followed"])
    .where("task_id", "in", idList([...before.values()]))
    .where("is_by_hand", "=", 1)
    .execute();
  if (entries.length === 0) return;
  const followsSeries = await findSeriesEntries(trx, taskIds);
  const tasks = await findTasks(trx, [...before.keys()]);
  for (const [taskId, earlierId] of before) {
    const task = tasks.get(taskId);
    if (!task?.due_date || task.deleted_at || task.due_date <= now) continue;
    for (const { user_id, is_followed } of entries.filter(({ task_id }) => task_id === earlierId)) {
      const isFollowed = followsSeries(taskId, user_id) ?? is_followed;
      if (!isFollowed) continue;
      await trx
        .insertInto("calendar_entries")
        .values({ ...newEntry(now), task_id: taskId, user_id, is_by_hand: 1 })
        .onConflict((conflict) => conflict.columns(["task_id", "user_id"]).doNothing())
        .execute();
    }
  }
}

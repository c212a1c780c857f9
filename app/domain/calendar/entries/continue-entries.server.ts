import type { Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { idList } from "#db/sql/values.ts";
import { findTasksBefore } from "#app/domain/series/calendar-series.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { enqueueEntry } from "./enqueue-entry.server.ts";
import { entryContent } from "./entry-content.ts";
import { newEventId } from "./event-id.ts";
import { findSeriesEntries } from "./series-entries.server.ts";

/** Adds the next occurrence where someone added the one before by hand, once, unless they deleted the series. */
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
      const ids = { id: newId(), task_id: taskId, user_id, revision: 1 };
      const entry = {
        ...ids,
        event_id: newEventId(),
        content: entryContent(task),
        is_by_hand: 1,
        created_at: now,
      } as const;
      const added = await trx
        .insertInto("calendar_entries")
        .values(entry)
        .onConflict((conflict) => conflict.columns(["task_id", "user_id"]).doNothing())
        .returning("id")
        .executeTakeFirst();
      if (added) await enqueueEntry(trx, ids, now);
    }
  }
}

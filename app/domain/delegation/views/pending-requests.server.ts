import type { Kysely } from "kysely";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";

/** Lists the open tasks that a person was asked to take on and has not answered about. */
export async function listPendingRequests(
  db: Kysely<Database>,
  personId: string,
): Promise<{ taskId: string; title: string }[]> {
  const rows = await db
    .selectFrom("delegations")
    .select("task_id")
    .where("person_id", "=", personId)
    .where("state", "=", "pending")
    .orderBy("id")
    .execute();
  const tasks = await findTasks(
    db,
    rows.map(({ task_id }) => task_id),
  );
  return rows.flatMap(({ task_id: taskId }) => {
    const task = tasks.get(taskId);
    return task && !task.is_completed && !task.deleted_at ? [{ taskId, title: task.title }] : [];
  });
}

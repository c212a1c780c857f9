import type { Kysely } from "kysely";
import { idList } from "#db/sql/values.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";

/** Titles of the open tasks that they said yes to, by family member. */
export async function findAcceptedTitles(
  db: Kysely<Database>,
  personIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom("delegations")
    .select(["person_id", "task_id"])
    .where("person_id", "in", idList(personIds))
    .where("state", "=", "accepted")
    .orderBy("id")
    .execute();
  const tasks = await findTasks(
    db,
    rows.map(({ task_id }) => task_id),
  );
  const titles = new Map<string, string[]>();
  for (const { person_id, task_id } of rows) {
    const task = tasks.get(task_id);
    if (!person_id || !task || task.is_completed || task.deleted_at) continue;
    titles.set(person_id, [...(titles.get(person_id) ?? []), task.title]);
  }
  return titles;
}

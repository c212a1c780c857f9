import type { Kysely } from "kysely";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { listFamily } from "#app/domain/people/family/family-members.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { idList } from "#db/sql/values.ts";

/**
 * Titles of the open tasks that the household's people said yes to, by family member and by
 * account.
 */
export async function listAcceptedTitles(
  db: Kysely<Database>,
  viewer: Viewer,
): Promise<Map<string, string[]>> {
  const accounts = new Map((await listFamily(db, viewer)).map(({ id, user_id }) => [id, user_id]));
  const rows = await db
    .selectFrom("delegations")
    .select(["person_id", "task_id"])
    .where("person_id", "in", idList([...accounts.keys()]))
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
    for (const id of [person_id, accounts.get(person_id) ?? []].flat())
      titles.set(id, [...(titles.get(id) ?? []), task.title]);
  }
  return titles;
}

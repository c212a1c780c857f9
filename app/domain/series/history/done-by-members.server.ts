import type { Kysely } from "kysely";
import { idList } from "#app/domain/core/id-list.ts";
import type { Database } from "#db/schema.ts";

/** Tasks that were the turn of someone without an account, by task id. */
export async function findDoneByMembers(
  db: Kysely<Database>,
  taskIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("series_occurrences")
    .select(["task_id", "done_by_member"])
    .where("task_id", "in", idList(taskIds))
    .where("done_by_member", "is not", null)
    .execute();
  return new Map(
    rows.flatMap(({ task_id, done_by_member }) => (task_id && done_by_member ? [[task_id, done_by_member]] : [])),
  );
}

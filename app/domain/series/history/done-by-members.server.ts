import type { Kysely } from "kysely";
import { idList } from "#app/domain/core/sql/values.ts";
import type { Database } from "#db/schema.ts";

/** Done tasks that were another's turn than of who ticked them off: family members' ids, null for one who left. */
export async function findDoneByMembers(
  db: Kysely<Database>,
  taskIds: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom("series_occurrences")
    .select(["task_id", "done_by_member"])
    .where("task_id", "in", idList(taskIds))
    .where("state", "=", "done")
    .where("done_by", "is", null)
    .execute();
  return new Map(rows.map(({ task_id, done_by_member }) => [task_id!, done_by_member]));
}

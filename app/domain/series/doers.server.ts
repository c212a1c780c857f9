import type { Kysely } from "kysely";
import { idList } from "#db/sql/values.ts";
import type { Database } from "#db/schema.ts";

/** The people who did these occurrences, by task; null if it is not known. */
export async function findDoers(
  db: Kysely<Database>,
  taskIds: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom("series_occurrences")
    .select(["task_id", "done_by"])
    .where("task_id", "in", idList(taskIds))
    .where("state", "=", "done")
    .execute();
  return new Map(rows.map(({ task_id, done_by }) => [task_id!, done_by]));
}

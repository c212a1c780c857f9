import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";

/** True if somebody edited, moved, did, gave or deleted the task, or ticked an item of it. */
export async function wasChangedSince(
  db: Kysely<Database>,
  taskId: string,
  since: string,
): Promise<boolean> {
  const event = await db
    .selectFrom("task_events")
    .select("id")
    .where("task_id", "=", taskId)
    .where("acted_at", ">", since)
    .where(({ eb, or }) => or([eb("acted_by", "is not", null), eb("acted_person", "is not", null)]))
    .limit(1)
    .executeTakeFirst();
  if (event) return true;
  const item = await db
    .selectFrom("checklist_items")
    .select("id")
    .where("task_id", "=", taskId)
    .where("changed_at", ">", since)
    .limit(1)
    .executeTakeFirst();
  if (item) return true;
  const asked = await db
    .selectFrom("tasks")
    .select("id")
    .where("id", "=", taskId)
    .where("delegated_to", "is not", null)
    .executeTakeFirst();
  return asked !== undefined;
}

import type { Kysely } from "kysely";
import type { Category, Database } from "#db/schema.ts";

/** Open tasks, and completed ones due since `since`; the deleted among them come last. */
export async function listDatedTasks(
  db: Kysely<Database>,
  householdId: string,
  { categories, since }: { categories: Category[]; since: string },
) {
  const query = datedTasksQuery(db, householdId, { categories, since });
  const kept = await query.where("deleted_at", "is", null).execute();
  return [...kept, ...(await query.where("deleted_at", "is not", null).execute())];
}

export function datedTasksQuery(
  db: Kysely<Database>,
  householdId: string,
  { categories, since }: { categories: Category[]; since: string },
) {
  return (
    db
      .selectFrom("tasks")
      .select(["id", "title", "description", "category", "is_completed", "created_at", "deleted_at", "version"])
      .select("due_date")
      .$narrowType<{ due_date: string }>()
      .where("household_id", "=", householdId)
      .where("due_date", "is not", null)
      .where("category", "in", categories)
      // Dates of series that never were open.
      .where((eb) => eb.or([eb("deleted_at", "is", null), eb("version", ">", 1)]))
      .where((eb) => eb.or([eb("is_completed", "=", 0), eb("due_date", ">=", since)]))
  );
}

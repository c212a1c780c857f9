import type { Kysely } from "kysely";
import type { Category, Database } from "#db/schema.ts";

/** The household's tasks with a date: what is open, what is done and was due since then, and the same of what is deleted. */
export async function listDatedTasks(
  db: Kysely<Database>,
  householdId: string,
  { categories, since }: { categories: Category[]; since: string },
) {
  const query = datedTasksQuery(db, householdId, { categories, since });
  const kept = await query.where("deleted_at", "is", null).execute();
  return [...kept, ...(await query.where("deleted_at", "is not", null).execute())];
}

/** The query behind `listDatedTasks`, for the test that looks at its plan. */
export function datedTasksQuery(
  db: Kysely<Database>,
  householdId: string,
  { categories, since }: { categories: Category[]; since: string },
) {
  return db
    .selectFrom("tasks")
    .select(["id", "title", "description", "category", "is_completed", "created_at", "deleted_at", "version"])
    .select("due_date")
    .$narrowType<{ due_date: string }>()
    .where("household_id", "=", householdId)
    .where("due_date", "is not", null)
    .where("category", "in", categories)
    .where((eb) => eb.or([eb("is_completed", "=", 0), eb("due_date", ">=", since)]));
}

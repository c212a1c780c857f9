import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";

const maxNamed = 20;

export async function listAssignees(
  db: Kysely<Database>,
  householdId: string,
): Promise<{ name: string; count: number }[]> {
  const rows = await db
    .selectFrom("tasks")
    .select(({ fn }) => ["assignee as name", fn.countAll<number>().as("count")])
    .where("household_id", "=", householdId)
    .where("is_completed", "=", 0)
    .where("deleted_at", "is", null)
    .where("assignee", "is not", null)
    .$narrowType<{ name: string }>()
    .groupBy("assignee")
    .orderBy("count", "desc")
    .orderBy("assignee")
    .limit(maxNamed)
    .execute();
  return rows;
}

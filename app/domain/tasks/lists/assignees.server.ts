import type { Kysely } from "kysely";
import { nameOfPerson } from "#app/domain/people/people.server.ts";
import type { Database } from "#db/schema.ts";

const maxNamed = 20;

/** Counts the open tasks of each person. The people with the most come first. */
export async function listAssignees(
  db: Kysely<Database>,
  householdId: string,
): Promise<{ name: string; count: number }[]> {
  const open = db
    .selectFrom("tasks")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("household_id", "=", householdId)
    .where("is_completed", "=", 0)
    .where("deleted_at", "is", null);
  const people = open
    .select(nameOfPerson("assignee_id").as("name"))
    .where("assignee_id", "is not", null)
    .groupBy("assignee_id");
  const others = open
    .select("assignee_name as name")
    .where("assignee_name", "is not", null)
    .groupBy("assignee_name");
  return people
    .unionAll(others)
    .$narrowType<{ name: string }>()
    .orderBy("count", "desc")
    .orderBy("name")
    .limit(maxNamed)
    .execute();
}

import type { Kysely } from "kysely";
import { listHouseholdPeople, nameOfPerson } from "#app/domain/people/people.server.ts";
import type { Database } from "#db/schema.ts";

const maxNamed = 20;

/** Counts the open tasks of each person. The people with the most come first. */
export async function listAssignees(
  db: Kysely<Database>,
  householdId: string,
): Promise<{ id: string | null; name: string; count: number }[]> {
  const open = db
    .selectFrom("tasks")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("household_id", "=", householdId)
    .where("is_completed", "=", 0)
    .where("deleted_at", "is", null);
  const people = open
    .select(["assignee_id as id", nameOfPerson("assignee_id").as("name")])
    .where("assignee_id", "is not", null)
    .groupBy("assignee_id");
  const others = open
    .select(({ fn }) => [fn.min("assignee_id").as("id"), "assignee_name as name"])
    .where("assignee_name", "is not", null)
    .groupBy("assignee_name");
  const rows = await people
    .unionAll(others)
    .$narrowType<{ name: string }>()
    .orderBy("count", "desc")
    .orderBy("name")
    .orderBy("id")
    .limit(maxNamed)
    .execute();
  if (new Set(rows.map(({ name }) => name)).size === rows.length) return rows;
  const known = await listHouseholdPeople(db, householdId);
  return rows.map((row) => ({
    ...row,
    name: known.find(({ id }) => id === row.id)?.label ?? row.name,
  }));
}

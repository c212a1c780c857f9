import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import type { Member } from "../find-tasks.server.ts";

const maxListed = 100;

/**
 * Lists a person's open tasks without a date or due before an instant, and those ticked since
 * another, in the order of time. If there are too many, it leaves out those without a date.
 */
export async function listTasksOfPerson(
  db: Kysely<Database>,
  { householdId }: Member,
  { personId, before, doneSince }: { personId: string; before: string; doneSince: string },
) {
  return db
    .selectFrom("tasks")
    .select(["id", "title", "is_completed", "was_missed", "marked_person"])
    .select(["due_date", "due_local", "due_has_time"])
    .where("household_id", "=", householdId)
    .where("assignee_id", "=", personId)
    .where("deleted_at", "is", null)
    .where(({ eb, or, and }) =>
      or([
        and([eb("is_completed", "=", 0), eb("due_date", "is", null)]),
        and([eb("is_completed", "=", 0), eb("due_date", "<", before)]),
        and([eb("is_completed", "=", 1), eb("done_at", ">=", doneSince)]),
        // One that was ticked late was done on its own date.
        and([
          eb("is_completed", "=", 1),
          eb("was_missed", "=", 1),
          eb("marked_at", ">=", doneSince),
        ]),
      ]),
    )
    .orderBy("due_date", (order) => order.asc().nullsLast())
    .orderBy("id")
    .limit(maxListed)
    .execute();
}

import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import type { Member } from "../find-tasks.server.ts";

const maxListed = 100;

/**
 * Lists a person's open tasks without a date or due before an instant, and those done since
 * another, in the order of time.
 */
export async function listTasksOfPerson(
  db: Kysely<Database>,
  { householdId }: Member,
  { personId, before, doneSince }: { personId: string; before: string; doneSince: string },
) {
  return db
    .selectFrom("tasks")
    .select(["id", "title", "is_completed", "marked_person"])
    .select(["due_date", "due_local", "due_has_time"])
    .where("household_id", "=", householdId)
    .where("assignee_id", "=", personId)
    .where("deleted_at", "is", null)
    .where(({ eb, or, and }) =>
      or([
        and([eb("is_completed", "=", 0), eb("due_date", "is", null)]),
        and([eb("is_completed", "=", 0), eb("due_date", "<", before)]),
        and([eb("is_completed", "=", 1), eb("done_at", ">=", doneSince)]),
      ]),
    )
    .orderBy("due_date")
    .orderBy("id")
    .limit(maxListed)
    .execute();
}

import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { aboutOfTask, assigneeOfTask, type Member } from "../find-tasks.server.ts";
import { isWhose } from "../lists/whose.server.ts";

const [maxDated, maxUndated] = [500, 20];

/** Lists open and completed tasks that are due between two instants, in the order of time. */
export async function listTasksBetween(
  db: Kysely<Database>,
  { householdId }: Member,
  { from, before }: { from: string; before: string },
) {
  return db
    .selectFrom("tasks")
    .select(["id", "title", "category", "is_completed", "assignee_id", assigneeOfTask])
    .select(["about_id", aboutOfTask])
    .select(["due_date", "due_local", "due_time_zone", "due_has_time"])
    .$narrowType<{ due_date: string }>()
    .where("household_id", "=", householdId)
    .where("deleted_at", "is", null)
    .where("due_date", ">=", from)
    .where("due_date", "<", before)
    .orderBy("due_date")
    .orderBy("id")
    .limit(maxDated)
    .execute();
}

/**
 * Lists the newest open tasks that have no date, and counts all.
 * @param whose a person's id, or `anyone`; null for everyone's
 */
export async function listUndated(
  db: Kysely<Database>,
  { householdId }: Member,
  whose: string | null,
) {
  const undated = db
    .selectFrom("tasks")
    .where("household_id", "=", householdId)
    .where("is_completed", "=", 0)
    .where("deleted_at", "is", null)
    .where("due_date", "is", null)
    .$if(whose !== null, (query) => query.where((eb) => isWhose(eb, whose!)));
  const tasks = await undated
    .select(["id", "title", "assignee_id", assigneeOfTask, aboutOfTask])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(maxUndated)
    .execute();
  const all = undated.select(({ fn }) => fn.countAll<number>().as("count"));
  const count =
    tasks.length < maxUndated ? tasks.length : (await all.executeTakeFirstOrThrow()).count;
  return { tasks, count };
}

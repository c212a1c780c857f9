import type { Kysely } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { viewDue } from "../due/due.server.ts";
import { assigneeOfTask } from "../find-tasks.server.ts";

/** Lists open tasks in the order of their dates; those without one come last. */
export async function listOpenTasks(
  db: Kysely<Database>,
  { householdId, timeZone }: { householdId: string; timeZone: string },
  { max, now = nowIso() }: { max: number; now?: string },
) {
  const rows = await openTasks(db, householdId)
    .select(["id", "title", "category", assigneeOfTask])
    .select(["due_date", "due_local", "due_time_zone", "due_has_time"])
    .orderBy("due_date", (order) => order.asc().nullsLast())
    .orderBy("id")
    .limit(max)
    .execute();
  return rows.map(({ id, title, category, assignee, ...due }) => ({
    id,
    title,
    category,
    assignee,
    due: viewDue(due, timeZone, now),
  }));
}

export async function countOpenTasks(
  db: Kysely<Database>,
  { householdId }: { householdId: string },
): Promise<number> {
  const counted = await openTasks(db, householdId)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return counted.count;
}

const openTasks = (db: Kysely<Database>, householdId: string) =>
  db
    .selectFrom("tasks")
    .where("household_id", "=", householdId)
    .where("is_completed", "=", 0)
    .where("deleted_at", "is", null);

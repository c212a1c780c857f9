import type { Kysely, SelectQueryBuilder } from "kysely";
import type { Database } from "#db/schema.ts";
import { viewDue } from "../due/due.server.ts";
import { assigneeOfTask } from "../find-tasks.server.ts";

interface Viewer {
  householdId: string;
  timeZone: string;
}

export interface Wanted {
  now: string;
  max: number;
}

/** Lists open tasks in the order of their dates; those without one come last. */
export const listOpenTasks = (db: Kysely<Database>, viewer: Viewer, wanted: Wanted) =>
  listChosen(openTasks(db, viewer), viewer, wanted);

/** Lists some of a household's tasks like `listOpenTasks`. */
export async function listChosen(
  tasks: SelectQueryBuilder<Database, "tasks", object>,
  { timeZone }: Viewer,
  { now, max }: Wanted,
) {
  const rows = await tasks
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

export async function countOpenTasks(db: Kysely<Database>, viewer: Viewer): Promise<number> {
  const counted = await openTasks(db, viewer)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return counted.count;
}

const openTasks = (db: Kysely<Database>, { householdId }: Viewer) =>
  db
    .selectFrom("tasks")
    .where("household_id", "=", householdId)
    .where("is_completed", "=", 0)
    .where("deleted_at", "is", null);

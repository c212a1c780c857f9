import { type ExpressionBuilder, type Kysely, type Selectable, sql } from "kysely";
import { idList } from "#app/domain/core/id-list.ts";
import type { Database } from "#db/schema.ts";

export type Task = Selectable<Database["tasks"]>;

/** Whose tasks may be touched: those of one household. Everything else is not there for them. */
export interface Member {
  householdId: string;
}

/** The task, or undefined when it is not there for them. */
export async function findTask(db: Kysely<Database>, member: Member, id: string): Promise<Task | undefined> {
  const task = await findTaskOrDeleted(db, member, id);
  return task?.deleted_at ? undefined : task;
}

/** The task, also a deleted one that can still be brought back; undefined when it is not there for them. */
export async function findTaskOrDeleted(db: Kysely<Database>, member: Member, id: string): Promise<Task | undefined> {
  return db
    .selectFrom("tasks")
    .selectAll()
    .where("id", "=", id)
    .where("household_id", "=", member.householdId)
    .executeTakeFirst();
}

/** The tasks by id, deleted ones too, whosever they are. */
export async function findTasks(db: Kysely<Database>, ids: readonly string[]): Promise<Map<string, Task>> {
  const tasks = await db.selectFrom("tasks").selectAll().where("id", "in", idList(ids)).execute();
  return new Map(tasks.map((task) => [task.id, task]));
}

/** The household's open tasks that are due later than this. */
export async function listUpcomingTasks(db: Kysely<Database>, householdId: string, now: string): Promise<Task[]> {
  return db
    .selectFrom("tasks")
    .selectAll()
    .where("household_id", "=", householdId)
    .where("is_completed", "=", 0)
    .where("deleted_at", "is", null)
    .where("due_date", ">", now)
    .execute();
}

/** Open tasks of these households that were due, or are before this instant; the earliest first. */
export async function listTasksDue(db: Kysely<Database>, householdIds: readonly string[], before: string) {
  return db
    .selectFrom("tasks")
    .selectAll()
    .where("household_id", "in", idList(householdIds))
    .where("is_completed", "=", 0)
    .where("deleted_at", "is", null)
    .where("due_date", "<", before)
    .$narrowType<{ due_date: string; due_time_zone: string }>()
    .orderBy("due_date")
    .orderBy("id")
    .execute();
}

/** The ids of all of the household's tasks, deleted ones too. */
export async function listTaskIds(db: Kysely<Database>, householdId: string): Promise<string[]> {
  const rows = await db.selectFrom("tasks").select("id").where("household_id", "=", householdId).execute();
  return rows.map(({ id }) => id);
}

/** The households of these tasks, each once. */
export async function findHouseholdIdsOfTasks(db: Kysely<Database>, taskIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("tasks")
    .select("household_id")
    .distinct()
    .where("id", "in", idList(taskIds))
    .execute();
  return rows.map(({ household_id }) => household_id);
}

/** An SQL condition: the task is the household's. @param task the column with its id, such as reminders.task_id */
export function isTaskInHousehold(
  { exists, selectFrom }: Pick<ExpressionBuilder<Database, never>, "exists" | "selectFrom">,
  task: string,
  householdId: string,
) {
  return exists(
    selectFrom("tasks")
      .select("tasks.id")
      .where("tasks.id", "=", sql.ref<string>(task))
      .where("tasks.household_id", "=", householdId),
  );
}

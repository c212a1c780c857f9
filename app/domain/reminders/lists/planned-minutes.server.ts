import type { Kysely } from "kysely";
import { idList, unindexed } from "#db/sql/values.ts";
import { minutesBetween } from "#app/domain/core/time.ts";
import type { Task } from "#app/domain/tasks/find-tasks.server.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import type { Database } from "#db/schema.ts";

/**
 * Returns a function that returns the lead times of a user's reminders of a task, except cancelled
 * ones, in minutes before its due date.
 */
export async function findPlannedMinutes(
  db: Kysely<Database>,
  tasks: readonly Pick<Task, "id" | "due_date" | "is_completed">[],
  userIds: readonly string[],
): Promise<(taskId: string, userId: string) => number[]> {
  const open = tasks.filter(({ due_date, is_completed }) => due_date !== null && !is_completed);
  const rows =
    open.length === 0
      ? []
      : await listPlanned(
          db,
          open.map(({ id }) => id),
          userIds,
        );
  const dueDates = new Map(open.map(({ id, due_date }) => [id, due_date!]));
  const key = (taskId: string, userId: string) => `${taskId} ${userId}`;
  const planned = Map.groupBy(rows, ({ task_id, user_id }) => key(task_id, user_id));
  return (taskId, userId) =>
    (planned.get(key(taskId, userId)) ?? []).map(({ planned_at }) =>
      minutesBetween(planned_at, dueDates.get(taskId)!),
    );
}

/** Compiled once, because it runs after every change to a task that is in a calendar. */
const listPlanned = compileOnce((db, taskIds: readonly string[], userIds: readonly string[]) =>
  db
    .selectFrom("reminders")
    .select(["task_id", "user_id", "planned_at"])
    .where("task_id", "in", idList(taskIds))
    .where(unindexed("user_id"), "in", idList(userIds))
    .where("status", "in", ["pending", "sent"]),
);

/**
 * Returns the longest lead of a user's reminders for every time, by task. Omits tasks without any.
 */
export async function findEarliestStanding(
  db: Kysely<Database>,
  userId: string,
  taskIds: string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("reminders")
    .select(({ fn }) => ["task_id", fn.max("minutes_before").as("minutes")])
    .where("task_id", "in", idList(taskIds))
    .where("user_id", "=", userId)
    .where("origin", "=", "custom")
    .where("repeats", "=", 1)
    .where("status", "!=", "cancelled")
    .groupBy("task_id")
    .execute();
  return new Map(rows.map(({ task_id, minutes }) => [task_id, minutes]));
}

/**
 * Exceeds the days that a series has dates ahead. The index of such reminders uses the same number.
 */
const farAheadMinutes = 40 * 24 * 60;
const maxFarAhead = 200;

/** Lists the tasks of which a user wants to be reminded more than 40 days before every time. */
export async function listFarAhead(
  db: Kysely<Database>,
  userId: string,
): Promise<{ taskId: string; minutes: number; title: string }[]> {
  return farAheadQuery(db, userId).limit(maxFarAhead).execute();
}

export function farAheadQuery(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom("reminders")
    .select(["task_id as taskId", "minutes_before as minutes", "message as title"])
    .where("user_id", "=", userId)
    .where("origin", "=", "custom")
    .where(({ eb, lit }) => eb("repeats", "=", lit(1)))
    .where(({ eb, lit }) => eb("minutes_before", ">", lit(farAheadMinutes)))
    .where("status", "!=", "cancelled");
}

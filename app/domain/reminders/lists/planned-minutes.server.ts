import type { Kysely } from "kysely";
import { idList } from "#app/domain/core/sql/values.ts";
import { minutesBetween } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

/** How many minutes before the due date each of a user's reminders is planned, except cancelled ones. */
export async function listPlannedMinutes(
  db: Kysely<Database>,
  { taskId, userId, dueAt }: { taskId: string; userId: string; dueAt: string | null },
): Promise<number[]> {
  if (!dueAt) return [];
  const reminders = await db
    .selectFrom("reminders")
    .select("planned_at")
    .where("task_id", "=", taskId)
    .where("user_id", "=", userId)
    .where("status", "in", ["pending", "sent"])
    .execute();
  return reminders.map(({ planned_at }) => minutesBetween(planned_at, dueAt));
}

/** Returns the longest lead of a user's reminders for every time, by task; leaves out tasks without any. */
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

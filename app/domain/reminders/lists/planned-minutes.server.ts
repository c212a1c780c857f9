import type { Kysely } from "kysely";
import { idList } from "#db/sql/values.ts";
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

/** More than any series has dates ahead, in days. Known to the index that finds such reminders. */
const farAheadMinutes = 40 * 24 * 60;
const mostFarAhead = 200;

/** Lists the tasks of which a user wants to be reminded every time more than 40 days before. */
export async function listFarAhead(
  db: Kysely<Database>,
  userId: string,
): Promise<{ taskId: string; minutes: number; title: string }[]> {
  return farAheadQuery(db, userId).limit(mostFarAhead).execute();
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

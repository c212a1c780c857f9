import type { Kysely } from "kysely";
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

import type { Transaction } from "kysely";
import { minutesBetween } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

/** How many minutes before the task's date each reminder of this person is planned, those cancelled not included. */
export async function minutesBeforeOf(
  trx: Transaction<Database>,
  { task_id, user_id, due_date }: { task_id: string; user_id: string; due_date: string | null },
): Promise<number[]> {
  if (!due_date) return [];
  const reminders = await trx
    .selectFrom("reminders")
    .select("planned_at")
    .where("task_id", "=", task_id)
    .where("user_id", "=", user_id)
    .where("status", "in", ["pending", "sent"])
    .execute();
  return reminders.map(({ planned_at }) => minutesBetween(planned_at, due_date));
}

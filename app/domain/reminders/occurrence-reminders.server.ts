import type { Transaction } from "kysely";
import { v7 as newId } from "uuid";
import type { Database } from "#db/schema.ts";

/** Copies custom reminders to the next task of a series, also those cancelled only once. `syncReminders` then sets their times. */
export async function copyReminders(trx: Transaction<Database>, from: string, to: string): Promise<void> {
  const custom = await trx
    .selectFrom("reminders")
    .selectAll()
    .where("task_id", "=", from)
    .where("origin", "=", "custom")
    .where("repeats", "=", 1)
    .execute();
  if (custom.length === 0) return;
  const rows = custom.map((reminder) => ({ ...reminder, id: newId(), task_id: to, status: "dormant" as const }));
  await trx
    .insertInto("reminders")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["task_id", "user_id", "origin", "minutes_before"]).doNothing())
    .execute();
}

/** True once a reminder was sent, snoozed or cancelled. */
export async function isReminderTouched(trx: Transaction<Database>, taskId: string): Promise<boolean> {
  const touched = await trx
    .selectFrom("reminders")
    .select("id")
    .where("task_id", "=", taskId)
    .where(({ eb, or, ref }) =>
      or([eb("status", "in", ["sent", "cancelled"]), eb("scheduled_at", "!=", ref("planned_at"))]),
    )
    .limit(1)
    .executeTakeFirst();
  return touched !== undefined;
}

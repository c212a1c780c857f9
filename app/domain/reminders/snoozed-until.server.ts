import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";

/** The last snoozed reminder of a task that is still to come before the given instant. */
export async function findSnoozedUntil(
  db: Kysely<Database>,
  taskId: string,
  before: string,
): Promise<string | undefined> {
  const snoozed = await db
    .selectFrom("reminders")
    .select("scheduled_at")
    .where("task_id", "=", taskId)
    .where("status", "=", "pending")
    .whereRef("scheduled_at", ">", "planned_at")
    .where("scheduled_at", "<", before)
    .orderBy("scheduled_at", "desc")
    .executeTakeFirst();
  return snoozed?.scheduled_at;
}

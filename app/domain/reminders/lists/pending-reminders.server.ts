import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";

/** The reminders that a user is still to get, the soonest first. */
export async function listPendingReminders(db: Kysely<Database>, userId: string) {
  return pendingRemindersQuery(db, userId).execute();
}

export async function hasPendingReminders(db: Kysely<Database>, userId: string): Promise<boolean> {
  return Boolean(await pendingRemindersQuery(db, userId).limit(1).executeTakeFirst());
}

/** The query behind `listPendingReminders`, for the test that looks at its plan. */
export function pendingRemindersQuery(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom("reminders")
    .select(["task_id", "scheduled_at"])
    .where("user_id", "=", userId)
    .where("status", "=", "pending")
    .orderBy("scheduled_at");
}

import type { Kysely } from "kysely";
import { opaque } from "#app/domain/core/sql-values.ts";
import type { Database } from "#db/schema.ts";

/** Soonest first. */
export async function listPendingReminders(db: Kysely<Database>, userId: string) {
  return pendingRemindersQuery(db, userId).execute();
}

export async function hasPendingReminders(db: Kysely<Database>, userId: string): Promise<boolean> {
  return Boolean(await pendingRemindersQuery(db, userId).limit(1).executeTakeFirst());
}

export function pendingRemindersQuery(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom("reminders")
    .select(["task_id", "scheduled_at"])
    .where("user_id", "=", opaque(userId))
    .where("status", "=", "pending")
    .orderBy("scheduled_at");
}

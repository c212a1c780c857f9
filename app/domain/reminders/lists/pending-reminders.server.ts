import type { Kysely } from "kysely";
import { opaque } from "#app/domain/core/sql/values.ts";
import { compileOnce } from "#app/domain/core/sql/compile-once.ts";
import type { Database } from "#db/schema.ts";

/** Soonest first. */
export async function listPendingReminders(db: Kysely<Database>, userId: string) {
  return pendingRemindersQuery(db, userId).execute();
}

export async function hasPendingReminders(db: Kysely<Database>, userId: string): Promise<boolean> {
  return (await listNextReminder(db, userId)).length > 0;
}

const listNextReminder = compileOnce((db, userId: string) => pendingRemindersQuery(db, userId).limit(1));

export function pendingRemindersQuery(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom("reminders")
    .select(["task_id", "scheduled_at"])
    .where("user_id", "=", opaque(userId))
    .where("status", "=", "pending")
    .orderBy("scheduled_at");
}

import type { Kysely } from "kysely";
import { compileOnce } from "#db/sql/compile-once.ts";
import { idList } from "#db/sql/values.ts";
import type { Database } from "#db/schema.ts";

export interface CustomReminder {
  id: string;
  task_id: string;
  user_id: string;
  minutes_before: number;
}

/** Lists the reminders that people added to tasks themselves, also after they were sent. */
export async function listCustomReminders(
  db: Kysely<Database>,
  taskIds: readonly string[],
): Promise<CustomReminder[]> {
  return taskIds.length === 0 ? [] : custom(db, taskIds);
}

const custom = compileOnce((db, taskIds: readonly string[]) =>
  db
    .selectFrom("reminders")
    .select(["id", "task_id", "user_id", "minutes_before"])
    .where("task_id", "in", idList(taskIds))
    .where("origin", "=", "custom")
    .where("status", "!=", "cancelled")
    // A reminder that is cancelled after it was sent stays for the history.
    .where(({ eb, or }) => or([eb("repeats", "=", 1), eb("status", "in", ["pending", "dormant"])]))
    .orderBy("minutes_before")
    .orderBy("id"),
);

import type { Kysely } from "kysely";
import { deleteInBatches, inBatches } from "#db/sql/batches.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

const retentionDays = 30;

export function purgeDeletedTasks(db: Kysely<Database>, now: string): Promise<number> {
  const old = db
    .selectFrom("tasks")
    .where("deleted_at", "<", earlierBy(now, { hours: 24 * retentionDays }))
    .where("is_ahead", "=", 0);
  return deleteInBatches(db, "tasks", old);
}

/** Deletes the tasks of a household that has ended. */
export async function removeTasksOf(db: Kysely<Database>, householdId: string): Promise<void> {
  const all = db.selectFrom("tasks").where("household_id", "=", householdId);
  await deleteInBatches(db, "tasks", all);
}

const marksAtOnce = 500;

/**
 * Removes an ended account's marks in batches: foreign keys would remove all of them in one piece.
 */
export async function forgetMarksOf(db: Kysely<Database>, userId: string): Promise<void> {
  for (const column of ["marked_by", "moved_by"] as const) {
    const some = db.selectFrom("tasks").select("id").where(column, "=", userId).limit(marksAtOnce);
    const forget = db
      .updateTable("tasks")
      .set({ [column]: null })
      .where("id", "in", some);
    await inBatches(
      marksAtOnce,
      async () => (await forget.executeTakeFirstOrThrow()).numUpdatedRows,
    );
  }
}

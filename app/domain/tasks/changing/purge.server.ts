import { type Kysely, sql } from "kysely";
import { deleteInBatches, inBatches } from "#app/domain/core/sql/delete-in-batches.ts";
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

/** For a household that has ended. */
export async function removeTasksOf(db: Kysely<Database>, householdId: string): Promise<void> {
  const all = db.selectFrom("tasks").where("household_id", "=", householdId);
  await deleteInBatches(db, "tasks", all);
}

const marksAtOnce = 500;

/** For an account that has ended: foreign keys would forget all of its marks in one piece. */
export async function forgetMarksOf(db: Kysely<Database>, userId: string): Promise<void> {
  for (const name of ["marked_by", "moved_by"]) {
    const column = sql.ref(name);
    await inBatches(marksAtOnce, () =>
      sql`update tasks set ${column} = null
        where id in (select id from tasks where ${column} = ${userId} limit ${marksAtOnce})`.execute(
        db,
      ),
    );
  }
}

import type { Kysely, SelectQueryBuilder } from "kysely";
import { deleteInBatches, inBatches } from "#db/sql/batches.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

/** For so long a deleted task can be restored. */
export const retentionDays = 30;

const oldestKept = (now: string) => earlierBy(now, { hours: 24 * retentionDays });

/** Selects the tasks that are purged next. */
export const oldTasks = (db: Kysely<Database>, now: string) =>
  db.selectFrom("tasks").where("deleted_at", "<", oldestKept(now)).where("is_ahead", "=", 0);

/** Deletes tasks and items of checklists for good. */
export async function purgeDeletedTasks(db: Kysely<Database>, now: string): Promise<number> {
  const before = oldestKept(now);
  const old = oldTasks(db, now);
  const oldItems = db.selectFrom("checklist_items").where("deleted_at", "<", before);
  await deleteInBatches(db, "checklist_items", oldItems);
  await removePartsOf(db, old.select("id"));
  return deleteInBatches(db, "tasks", old);
}

/** Deletes the tasks of a household that has ended. */
export async function removeTasksOf(db: Kysely<Database>, householdId: string): Promise<void> {
  const all = db.selectFrom("tasks").where("household_id", "=", householdId);
  await removePartsOf(db, all.select("id"));
  await deleteInBatches(db, "tasks", all);
}

/** Deletes in batches, because foreign keys would delete those of many tasks at once. */
async function removePartsOf(
  db: Kysely<Database>,
  tasks: SelectQueryBuilder<Database, "tasks", { id: string }>,
): Promise<void> {
  await deleteInBatches(
    db,
    "task_events",
    db.selectFrom("task_events").where("task_id", "in", tasks),
  );
  await deleteInBatches(
    db,
    "checklist_items",
    db.selectFrom("checklist_items").where("task_id", "in", tasks),
  );
}

const marksAtOnce = 500;

/**
 * Removes an ended account's marks in batches, because foreign keys would remove them all at once.
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
  const forget = forgetEventsQuery(db, userId);
  await inBatches(marksAtOnce, async () => (await forget.executeTakeFirstOrThrow()).numUpdatedRows);
}

export function forgetEventsQuery(db: Kysely<Database>, userId: string) {
  const some = db
    .selectFrom("task_events")
    .select(["task_id", "id"])
    .where("acted_by", "=", userId)
    .limit(marksAtOnce);
  return db
    .updateTable("task_events")
    .set({ acted_by: null })
    .where(({ eb, refTuple }) =>
      eb(refTuple("task_id", "id"), "in", some.$asTuple("task_id", "id")),
    );
}

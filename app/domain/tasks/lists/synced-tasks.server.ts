import type { Kysely } from "kysely";
import { compileOnce } from "#db/sql/compile-once.ts";
import { idList } from "#db/sql/values.ts";
import type { Bit, Category, Database } from "#db/schema.ts";

export interface SyncedTask {
  id: string;
  category: Category;
  version: number;
  due_date: string | null;
  due_has_time: Bit;
}

/** Lists a household's open tasks, tasks that were done since an instant, and some more. */
export async function listSyncedTasks(
  db: Kysely<Database>,
  householdId: string,
  { doneSince, more }: { doneSince: string; more: readonly string[] },
): Promise<SyncedTask[]> {
  return synced(db, householdId, doneSince, more);
}

const synced = compileOnce((db, householdId: string, doneSince: string, more: readonly string[]) =>
  db
    .selectFrom("tasks")
    .select(["id", "category", "version", "due_date", "due_has_time"])
    .where("household_id", "=", householdId)
    .where("deleted_at", "is", null)
    .where(({ eb, fn, or }) =>
      or([
        eb("is_completed", "=", 0),
        eb(fn.coalesce("done_at", "changed_at", "created_at"), ">", doneSince),
        eb("id", "in", idList(more)),
      ]),
    )
    .orderBy("id"),
);

/** Finds the tasks of a household that have this title and this date, missed ones included. */
export async function listTaskIdsNamed(
  db: Kysely<Database>,
  householdId: string,
  { title, dueLocal }: { title: string; dueLocal: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom("tasks")
    .select("id")
    .where("household_id", "=", householdId)
    .where("title", "=", title)
    .where("due_local", "=", dueLocal)
    .where(({ eb, or }) => or([eb("deleted_at", "is", null), eb("was_missed", "=", 1)]))
    .orderBy("id", "desc")
    .execute();
  return rows.map(({ id }) => id);
}

import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { asAdded } from "#db/sql/as-added.ts";

/** Lists tasks completed between these instants, oldest first, but at most the newest `max`. */
export async function listDoneTasks(
  db: Kysely<Database>,
  householdId: string,
  { from, before, max }: { from: string; before: string; max: number },
) {
  const rows = await db
    .selectFrom("tasks")
    .select(["id", "title", "marked_by", "marked_person", "assignee_id", "done_at"])
    .where("household_id", "=", householdId)
    .where("is_completed", "=", 1)
    .where("deleted_at", "is", null)
    .where("done_at", ">=", from)
    .where("done_at", "<", before)
    .orderBy("done_at", "desc")
    .orderBy(asAdded("tasks"), "desc")
    .limit(max)
    .execute();
  return rows.toReversed();
}

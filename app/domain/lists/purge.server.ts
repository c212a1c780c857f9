import type { Kysely } from "kysely";
import { deleteInBatches } from "#db/sql/batches.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

const retentionDays = 30;

/** Deletes lists and items for good that were deleted or cleared long ago. */
export async function purgeDeletedItems(db: Kysely<Database>, now: string): Promise<void> {
  const before = earlierBy(now, { hours: 24 * retentionDays });
  const lists = db.selectFrom("lists").where("deleted_at", "<", before);
  const itemsOfLists = db.selectFrom("list_items").where("list_id", "in", lists.select("id"));
  await deleteInBatches(db, "list_items", itemsOfLists);
  await deleteInBatches(
    db,
    "list_items",
    db.selectFrom("list_items").where("deleted_at", "<", before),
  );
  await deleteInBatches(db, "lists", lists);
}

/** Deletes the lists of a household that has ended, in batches. */
export async function removeListsOf(db: Kysely<Database>, householdId: string): Promise<void> {
  const lists = db.selectFrom("lists").where("household_id", "=", householdId);
  const listIds = lists.select("id");
  await deleteInBatches(
    db,
    "list_items",
    db.selectFrom("list_items").where("list_id", "in", listIds),
  );
  await deleteInBatches(
    db,
    "bought_items",
    db.selectFrom("bought_items").where("list_id", "in", listIds),
  );
  await deleteInBatches(db, "lists", lists);
}

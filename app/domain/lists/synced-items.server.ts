import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { listQuery } from "./lists.server.ts";

export interface SyncedItem {
  id: string;
  name: string;
  name_key: string;
  added_at: string;
  ticked_at: string | null;
  tick_changed_at: string | null;
}

/** Lists the items of a list with the times of their changes. */
export async function listSyncedItems(
  db: Kysely<Database>,
  householdId: string,
  listId: string,
): Promise<SyncedItem[]> {
  return db
    .selectFrom("list_items")
    .select(["id", "name", "name_key", "added_at", "ticked_at", "tick_changed_at"])
    .where("list_id", "=", listQuery(db, householdId, listId).clearSelect().select("id"))
    .where("deleted_at", "is", null)
    .orderBy("added_at")
    .orderBy("id")
    .execute();
}

import type { Kysely } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { getMembership } from "#app/domain/people/household/membership.server.ts";
import { bumpRevision } from "#app/domain/people/revision.server.ts";
import type { Database } from "#db/schema.ts";
import { findItem, listItems } from "./items.server.ts";
import { maxItems } from "./limits.ts";
import { findList, requireListRow } from "./lists.server.ts";
import { inHousehold } from "#app/domain/people/household/in-household.server.ts";

interface Moved {
  name: string;
  list: { id: string; name: string };
}

/** Moves an item to another list. If the same is there already, that list shows both. */
export async function moveItem(
  db: Kysely<Database>,
  { userId }: Pick<Viewer, "userId">,
  itemId: string,
  listId: string,
): Promise<Moved | "too_many" | null> {
  return inHousehold(db, { userId }, async (trx) => {
    const { householdId } = await getMembership(trx, userId);
    const item = await findItem(trx, householdId, itemId);
    const list = await findList(trx, { householdId }, listId);
    if (!item || item.deleted_at || !list) return null;
    const storedId = await requireListRow(trx, householdId, listId, nowIso());
    if (!storedId) return null;
    const moved = { name: item.name, list };
    if (item.list_id === storedId) return moved;
    if ((await listItems(trx, { householdId }, listId)).length >= maxItems) return "too_many";
    await trx
      .updateTable("list_items")
      .set({ list_id: storedId })
      .where("id", "=", item.id)
      .execute();
    await bumpRevision(trx, householdId);
    return moved;
  });
}

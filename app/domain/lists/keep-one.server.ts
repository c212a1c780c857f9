import type { Kysely } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { getMembership } from "#app/domain/people/household/membership.server.ts";
import { bumpRevision } from "#app/domain/people/revision.server.ts";
import type { Database } from "#db/schema.ts";
import { findItem } from "./items.server.ts";
import { inHousehold } from "#app/domain/people/household/in-household.server.ts";

/**
 * Makes the open items of one name one, and later ticks of each count for it. Returns when that
 * was, by which `restoreItems` finds the others again, or null if there are none.
 */
export async function keepOne(
  db: Kysely<Database>,
  { userId }: Pick<Viewer, "userId">,
  itemId: string,
): Promise<{ name: string; at: string | null } | null> {
  return inHousehold(db, { userId }, async (trx) => {
    const { householdId } = await getMembership(trx, userId);
    const item = await findItem(trx, householdId, itemId);
    if (!item) return null;
    const { id, name, list_id, name_key } = item;
    if (item.deleted_at || item.ticked_at) return { name, at: null };
    const at = nowIso();
    const others = await trx
      .updateTable("list_items")
      .set({ deleted_at: at, same_as: id })
      .where("list_id", "=", list_id)
      .where("name_key", "=", name_key)
      .where("id", "!=", id)
      .where("deleted_at", "is", null)
      .where("ticked_at", "is", null)
      .returning("id")
      .execute();
    if (others.length === 0) return { name, at: null };
    await bumpRevision(trx, householdId);
    return { name, at };
  });
}

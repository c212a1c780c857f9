import type { Kysely, Transaction } from "kysely";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { getMembership } from "#app/domain/people/household/membership.server.ts";
import { bumpRevision } from "#app/domain/people/revision.server.ts";
import type { Database } from "#db/schema.ts";
import { itemKey } from "./limits.ts";
import { listQuery } from "./lists.server.ts";
import { inHousehold } from "#app/domain/people/household/in-household.server.ts";

const maxSuggested = 12;

/** Suggests the items that were bought most often and are not on the list now. */
export async function listSuggestions(
  db: Kysely<Database>,
  { householdId }: Pick<Viewer, "householdId">,
  listId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom("bought_items as bought")
    .select("bought.name")
    .where("bought.list_id", "=", listQuery(db, householdId, listId).clearSelect().select("id"))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("list_items as item")
            .select("item.id")
            .whereRef("item.list_id", "=", "bought.list_id")
            .whereRef("item.name_key", "=", "bought.name_key")
            .where("item.deleted_at", "is", null)
            .where("item.ticked_at", "is", null),
        ),
      ),
    )
    .orderBy("bought.times", "desc")
    .orderBy("bought.last_at", "desc")
    .orderBy("bought.name_key")
    .limit(maxSuggested)
    .execute();
  return rows.map(({ name }) => name);
}

/** Remembers an item that was ticked. */
export async function countBought(
  trx: Transaction<Database>,
  bought: { list_id: string; name_key: string; name: string },
  at: string,
): Promise<void> {
  await trx
    .insertInto("bought_items")
    .values({ ...bought, times: 1, last_at: at })
    .onConflict((conflict) =>
      conflict.columns(["list_id", "name_key"]).doUpdateSet(({ eb }) => ({
        name: bought.name,
        times: eb("bought_items.times", "+", 1),
        last_at: at,
      })),
    )
    .execute();
}

/** Stops suggesting it until it is bought again. */
export async function forgetBought(
  db: Kysely<Database>,
  { userId }: Pick<Viewer, "userId">,
  listId: string,
  name: string,
): Promise<boolean> {
  return inHousehold(db, { userId }, async (trx) => {
    const { householdId } = await getMembership(trx, userId);
    const { numDeletedRows } = await trx
      .deleteFrom("bought_items")
      .where("list_id", "=", listQuery(trx, householdId, listId).clearSelect().select("id"))
      .where("name_key", "=", itemKey(name))
      .executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) await bumpRevision(trx, householdId);
    return numDeletedRows > 0n;
  });
}

import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { idList } from "#db/sql/values.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { itemKey, maxItems, shoppingId } from "./limits.ts";
import { requireListRow } from "./lists.server.ts";

/** Lists of one name become one. What does not fit on it stays on a list of its own. */
export async function moveLists(
  trx: Transaction<Database>,
  from: string,
  to: string,
): Promise<void> {
  const own = await trx
    .selectFrom("lists")
    .select(["id", "name", "is_shopping", "deleted_at"])
    .where("household_id", "=", from)
    .execute();
  for (const list of own) {
    const target = list.deleted_at ? undefined : await findTarget(trx, to, list);
    if (target && (await mergeLists(trx, list.id, target))) continue;
    await trx
      .updateTable("lists")
      .set({ household_id: to, is_shopping: 0 })
      .where("id", "=", list.id)
      .execute();
  }
}

async function findTarget(
  trx: Transaction<Database>,
  to: string,
  list: { name: string; is_shopping: number },
): Promise<string | undefined> {
  if (list.is_shopping) return (await requireListRow(trx, to, shoppingId, nowIso())) ?? undefined;
  const theirs = await trx
    .selectFrom("lists")
    .select(["id", "name"])
    .where("household_id", "=", to)
    .where("is_shopping", "=", 0)
    .where("deleted_at", "is", null)
    .execute();
  return theirs.find(({ name }) => itemKey(name) === itemKey(list.name))?.id;
}

/** Returns false if the list would be too long. */
async function mergeLists(
  trx: Transaction<Database>,
  listId: string,
  targetId: string,
): Promise<boolean> {
  const [moving, there] = [await listRows(trx, listId), await listRows(trx, targetId)];
  const openKeys = new Set(there.filter((row) => !row.deleted_at).map(({ name_key }) => name_key));
  const isDouble = (row: (typeof moving)[number]) => !row.deleted_at && openKeys.has(row.name_key);
  const fresh = moving.filter((row) => !row.deleted_at && !isDouble(row));
  if (openKeys.size + fresh.length > maxItems) return false;
  const idByKey = new Map(
    there.filter((row) => !row.deleted_at).map(({ id, name_key }) => [name_key, id]),
  );
  for (const row of moving.filter(isDouble))
    await mergeItem(
      trx,
      row,
      there.find(({ id }) => id === idByKey.get(row.name_key))!,
    );
  const ids = moving.map(({ id }) => id);
  await trx
    .updateTable("list_items")
    .set({ list_id: targetId })
    .where("id", "in", idList(ids))
    .execute();
  await mergeBought(trx, listId, targetId);
  await trx.deleteFrom("lists").where("id", "=", listId).execute();
  return true;
}

const listRows = (trx: Transaction<Database>, listId: string) =>
  trx
    .selectFrom("list_items")
    .select(["id", "name_key", "ticked_at", "deleted_at"])
    .where("list_id", "=", listId)
    .execute();

/** The one that stays is open if either was. */
async function mergeItem(
  trx: Transaction<Database>,
  gone: { id: string; ticked_at: string | null },
  stays: { id: string; ticked_at: string | null },
): Promise<void> {
  const now = nowIso();
  if (stays.ticked_at && !gone.ticked_at)
    await trx
      .updateTable("list_items")
      .set({ ticked_at: null, tick_changed_at: now })
      .where("id", "=", stays.id)
      .execute();
  await trx
    .updateTable("list_items")
    .set({ deleted_at: now, same_as: stays.id })
    .where("id", "=", gone.id)
    .execute();
}

async function mergeBought(
  trx: Transaction<Database>,
  listId: string,
  targetId: string,
): Promise<void> {
  const rows = await trx
    .selectFrom("bought_items")
    .selectAll()
    .where("list_id", "=", listId)
    .execute();
  for (const { name_key, name, times, last_at } of rows)
    await trx
      .insertInto("bought_items")
      .values({ list_id: targetId, name_key, name, times, last_at })
      .onConflict((conflict) =>
        conflict
          .columns(["list_id", "name_key"])
          .doUpdateSet(({ eb }) => ({ times: eb("bought_items.times", "+", times) })),
      )
      .execute();
}

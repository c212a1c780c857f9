import type { Kysely } from "kysely";
import type { Viewer } from "#app/domain/core/viewer.ts";
import type { Database } from "#db/schema.ts";
import { shoppingId } from "./limits.ts";

export interface ListedItem {
  id: string;
  name: string;
  isTicked: boolean;
  list: { id: string; name: string };
}

/** A word can stand within another one, so the caller looks at each item again. */
const maxFound = 500;

/**
 * Finds items that have each of these words in one of its forms: letters and digits, and % for any
 * others. Open ones come first.
 */
export async function findItemsWith(
  db: Kysely<Database>,
  { householdId }: Pick<Viewer, "householdId">,
  words: readonly (readonly string[])[],
): Promise<ListedItem[]> {
  const rows = await itemsQuery(db, householdId)
    .where((eb) =>
      eb.and(
        words.map((forms) => eb.or(forms.map((form) => eb("item.name_key", "like", `%${form}%`)))),
      ),
    )
    .orderBy("item.added_at", "desc")
    .orderBy("item.id")
    .limit(maxFound)
    .execute();
  const items = rows.map(toItem);
  return items.toSorted((one, other) => Number(one.isTicked) - Number(other.isTicked));
}

/** Finds an item by its id, unless it or its list was deleted. */
export async function findItem(
  db: Kysely<Database>,
  { householdId }: Pick<Viewer, "householdId">,
  id: string,
): Promise<ListedItem | undefined> {
  const row = await itemsQuery(db, householdId).where("item.id", "=", id).executeTakeFirst();
  return row && toItem(row);
}

function itemsQuery(db: Kysely<Database>, householdId: string) {
  return db
    .selectFrom("list_items as item")
    .innerJoin("lists as list", "list.id", "item.list_id")
    .select(["item.id", "item.name", "item.ticked_at", "item.list_id"])
    .select(["list.name as listName", "list.is_shopping"])
    .where("list.household_id", "=", householdId)
    .where("list.deleted_at", "is", null)
    .where("item.deleted_at", "is", null);
}

type ItemRow = Awaited<ReturnType<ReturnType<typeof itemsQuery>["execute"]>>[number];

function toItem({ id, name, ticked_at, list_id, listName, is_shopping }: ItemRow): ListedItem {
  const list = { id: is_shopping ? shoppingId : list_id, name: listName };
  return { id, name, isTicked: ticked_at !== null, list };
}

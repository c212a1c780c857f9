import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { nowIso } from "#app/domain/core/time.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { getMembership } from "#app/domain/people/household/membership.server.ts";
import { bumpRevision } from "#app/domain/people/revision.server.ts";
import type { Database } from "#db/schema.ts";
import { itemKey, maxLists, shoppingId, shoppingName } from "./limits.ts";
import { inHousehold } from "#app/domain/people/household/in-household.server.ts";

/** A list as its address names it: the shopping list has the same id in every household. */
export interface List {
  id: string;
  name: string;
  isShopping: boolean;
}

const shopping: List = { id: shoppingId, name: shoppingName, isShopping: true };

/** Shopping is the first; the others follow by name. */
export async function listLists(
  db: Kysely<Database>,
  { householdId }: Pick<Viewer, "householdId">,
): Promise<(List & { open: number })[]> {
  const rows = await db
    .selectFrom("lists")
    .leftJoin("list_items as item", (join) =>
      join
        .onRef("item.list_id", "=", "lists.id")
        .on("item.deleted_at", "is", null)
        .on("item.ticked_at", "is", null),
    )
    .select(["lists.id", "lists.name", "lists.is_shopping"])
    .select(({ fn }) => fn.count<number>("item.id").as("open"))
    .where("lists.household_id", "=", householdId)
    .where("lists.deleted_at", "is", null)
    .groupBy("lists.id")
    .execute();
  const shown = rows.map(({ open, ...row }) => ({ ...toList(row), open }));
  const others = shown.filter(({ isShopping }) => !isShopping);
  const first = shown.find(({ isShopping }) => isShopping) ?? { ...shopping, open: 0 };
  return [first, ...others.toSorted((one, other) => one.name.localeCompare(other.name, "en"))];
}

const toList = (row: { id: string; name: string; is_shopping: number }): List =>
  row.is_shopping ? shopping : { id: row.id, name: row.name, isShopping: false };

/** Finds the list of an address; the shopping list also before its first item. */
export async function findList(
  db: Kysely<Database>,
  { householdId }: Pick<Viewer, "householdId">,
  id: string,
): Promise<List | null> {
  if (id === shoppingId) return shopping;
  const row = await listQuery(db, householdId, id).executeTakeFirst();
  return row ? toList(row) : null;
}

/**
 * Finds the list that somebody names: "Packing", "shopping", "the grocery list". A list that the
 * family calls Groceries is meant by that.
 */
export async function findListNamed(
  db: Kysely<Database>,
  viewer: Pick<Viewer, "householdId">,
  name: string,
): Promise<List | null> {
  const key = nameKey(name);
  const lists = await listLists(db, viewer);
  const named = lists.find((list) => nameKey(list.name) === key);
  if (named || !shoppingNames.has(key)) return named ?? null;
  return (
    lists.find((list) => shoppingNames.has(nameKey(list.name)) && !list.isShopping) ?? shopping
  );
}

/** Other names of the shopping list. */
const shoppingNames = new Set(["grocery", "groceries"]);
const nameKey = (name: string) =>
  itemKey(name)
    .replace(/^(?:the|my|our) /, "")
    .replace(/ list$/, "");

export const listQuery = (db: Kysely<Database>, householdId: string, id: string) =>
  db
    .selectFrom("lists")
    .select(["id", "name", "is_shopping"])
    .where("household_id", "=", householdId)
    .where("deleted_at", "is", null)
    .$if(id === shoppingId, (query) => query.where("is_shopping", "=", 1))
    .$if(id !== shoppingId, (query) => query.where("id", "=", id));

/** Returns the id of the list's row. The shopping list gets its row with the first item. */
export async function requireListRow(
  trx: Transaction<Database>,
  householdId: string,
  id: string,
  now: string,
): Promise<string | null> {
  const found = await listQuery(trx, householdId, id).executeTakeFirst();
  if (found) return found.id;
  if (id !== shoppingId) return null;
  const row = { id: newId(), household_id: householdId, name: shoppingName, created_at: now };
  await trx
    .insertInto("lists")
    .values({ ...row, is_shopping: 1 })
    .execute();
  return row.id;
}

/** A name that a list has already leads to that list. */
export async function addList(
  db: Kysely<Database>,
  { userId }: Pick<Viewer, "userId">,
  name: string,
): Promise<{ id: string; isNew: boolean } | "too_many"> {
  return inHousehold(db, { userId }, async (trx) => {
    const { householdId } = await getMembership(trx, userId);
    const lists = await listLists(trx, { householdId });
    const same = lists.find((list) => itemKey(list.name) === itemKey(name));
    if (same) return { id: same.id, isNew: false };
    if (lists.length >= maxLists) return "too_many";
    const row = { id: newId(), household_id: householdId, name, created_at: nowIso() };
    await trx.insertInto("lists").values(row).execute();
    await bumpRevision(trx, householdId);
    return { id: row.id, isNew: true };
  });
}

/** Shopping keeps its name, by which everybody and Mila know it. */
export async function renameList(
  db: Kysely<Database>,
  { userId }: Pick<Viewer, "userId">,
  id: string,
  name: string,
): Promise<"saved" | "taken" | "missing"> {
  return inHousehold(db, { userId }, async (trx) => {
    const { householdId } = await getMembership(trx, userId);
    const lists = await listLists(trx, { householdId });
    if (!lists.some((list) => list.id === id && !list.isShopping)) return "missing";
    const isTaken = lists.some((list) => list.id !== id && itemKey(list.name) === itemKey(name));
    if (isTaken) return "taken";
    await trx.updateTable("lists").set({ name }).where("id", "=", id).execute();
    await bumpRevision(trx, householdId);
    return "saved";
  });
}

/** Returns the name of the deleted list. Shopping stays. */
export async function deleteList(
  db: Kysely<Database>,
  { userId }: Pick<Viewer, "userId">,
  id: string,
): Promise<string | null> {
  return inHousehold(db, { userId }, async (trx) => {
    const { householdId } = await getMembership(trx, userId);
    const row = await trx
      .updateTable("lists")
      .set({ deleted_at: nowIso() })
      .where("id", "=", id)
      .where("household_id", "=", householdId)
      .where("is_shopping", "=", 0)
      .where("deleted_at", "is", null)
      .returning("name")
      .executeTakeFirst();
    if (row) await bumpRevision(trx, householdId);
    return row?.name ?? null;
  });
}

/** The latest come first. */
export const listDeletedLists = (db: Kysely<Database>, { householdId }: Viewer) =>
  db
    .selectFrom("lists")
    .select(["id", "name", "deleted_at as at"])
    .where("household_id", "=", householdId)
    .where("deleted_at", "is not", null)
    .orderBy("deleted_at", "desc")
    .orderBy("id", "desc")
    .limit(maxLists)
    .execute();

export async function restoreList(
  db: Kysely<Database>,
  { userId }: Pick<Viewer, "userId">,
  id: string,
): Promise<"restored" | "too_many" | "taken" | "missing"> {
  return inHousehold(db, { userId }, async (trx) => {
    const { householdId } = await getMembership(trx, userId);
    const lists = await listLists(trx, { householdId });
    if (lists.some((list) => list.id === id)) return "restored";
    const deleted = await trx
      .selectFrom("lists")
      .select("name")
      .where("id", "=", id)
      .where("household_id", "=", householdId)
      .executeTakeFirst();
    if (!deleted) return "missing";
    const others = lists.filter((list) => !list.isShopping);
    if (others.some((list) => itemKey(list.name) === itemKey(deleted.name))) return "taken";
    if (lists.length >= maxLists) return "too_many";
    await trx.updateTable("lists").set({ deleted_at: null }).where("id", "=", id).execute();
    await bumpRevision(trx, householdId);
    return "restored";
  });
}

import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { nowIso } from "#app/domain/core/time.ts";
import { allow, uncount } from "#app/domain/core/rate-limits/allow.server.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { getMembership } from "#app/domain/people/household/membership.server.ts";
import { bumpRevision } from "#app/domain/people/revision.server.ts";
import type { Database } from "#db/schema.ts";
import { idList } from "#db/sql/values.ts";
import { itemsAdded } from "./events.server.ts";
import { countBought } from "./bought.server.ts";
import { itemKey, maxItemName, maxItems } from "./limits.ts";
import { findList, listQuery, requireListRow } from "./lists.server.ts";
import { inHousehold } from "#app/domain/people/household/in-household.server.ts";

export interface Item {
  id: string;
  name: string;
  isTicked: boolean;
}

/** The items of a list in the order in which they were added; ticked ones as well. */
export async function listItems(
  db: Kysely<Database>,
  { householdId }: Pick<Viewer, "householdId">,
  listId: string,
): Promise<Item[]> {
  const rows = await db
    .selectFrom("list_items")
    .select(["id", "name", "ticked_at"])
    .where("list_id", "=", listQuery(db, householdId, listId).clearSelect().select("id"))
    .where("deleted_at", "is", null)
    .orderBy("added_at")
    .orderBy("id")
    .execute();
  return rows.map(({ id, name, ticked_at }) => ({ id, name, isTicked: ticked_at !== null }));
}

export interface NewItems {
  names: readonly string[];
  /** The same for each try to save the same words. */
  requestId: string;
  /** The id that a phone without a connection has given the first item. */
  itemId?: string | undefined;
  /**
   * When the list was read on which they were typed without a connection. What others have put on
   * it since stays beside them, and the list asks whether to keep one.
   */
  seenAt?: string | undefined;
}

export interface AddedItems {
  list: { id: string; name: string };
  requestId: string;
  /** New on the list. */
  added: string[];
  /** They were ticked, and are open again. */
  back: string[];
  /** They were open already. */
  known: string[];
}

/** Adds each name once, however often the request comes. Returns null if there is no such list. */
export async function addItems(
  db: Kysely<Database>,
  viewer: Pick<Viewer, "userId">,
  listId: string,
  items: NewItems,
): Promise<AddedItems | "too_many" | "too_often" | null> {
  return inHousehold(db, viewer, async (trx) => {
    // A phone sends all at once that it kept in a shop, so there is no limit a minute.
    const counted = await allow(trx, [["adds_a_day", viewer.userId]]);
    if (counted.refused) return "too_often";
    const added = await addItemsIn(trx, viewer, listId, items);
    if (added === null || added === "too_many") await uncount(trx, counted.ids);
    return added;
  });
}

export async function addItemsIn(
  trx: Transaction<Database>,
  { userId }: Pick<Viewer, "userId">,
  listId: string,
  { names, requestId, itemId, seenAt }: NewItems,
): Promise<AddedItems | "too_many" | null> {
  const now = nowIso();
  const { householdId } = await getMembership(trx, userId);
  const list = await findList(trx, { householdId }, listId);
  const storedId = list && (await requireListRow(trx, householdId, listId, now));
  if (!list || !storedId) return null;
  const answer = { list: { id: list.id, name: list.name }, requestId };
  const before = await findByRequest(trx, storedId, requestId);
  if (before) return { ...answer, ...before };
  const kept = await listKept(trx, storedId);
  const seen = seenAt === undefined ? kept : await leaveOutUnseen(trx, kept, { userId, seenAt });
  const byKey = byNameKey(seen);
  const wanted = new Map(names.map((name) => [itemKey(name), name.slice(0, maxItemName)]));
  wanted.delete("");
  const fresh = [...wanted].filter(([key]) => !byKey.has(key));
  if (kept.length + fresh.length > maxItems) return "too_many";
  const back = [...wanted.keys()].flatMap((key) => (byKey.get(key)?.ticked_at ? [key] : []));
  const known = [...wanted.keys()].filter((key) => byKey.has(key) && !back.includes(key));
  await bringBack(
    trx,
    back.map((key) => byKey.get(key)!.id),
    { requestId, now },
  );
  const rows = rowsToAdd({ wanted, byKey, itemId });
  await insertItems(trx, rows, { listId: storedId, requestId, userId, now });
  const itemIds = [...rows.map(({ id }) => id), ...back.map((key) => byKey.get(key)!.id)];
  if (itemIds.length > 0) {
    await itemsAdded.announce(trx, { householdId, itemIds }, now);
    await bumpRevision(trx, householdId);
  }
  const named = (keys: readonly string[]) => keys.map((key) => byKey.get(key)!.name);
  return {
    ...answer,
    added: fresh.map(([, name]) => name),
    back: named(back),
    known: named(known),
  };
}

interface Wanted {
  wanted: ReadonlyMap<string, string>;
  byKey: ReadonlyMap<string, { id: string }>;
  itemId: string | undefined;
}

/** A phone without a connection may tick the first item by the id that it chose. */
function rowsToAdd({ wanted, byKey, itemId }: Wanted): NewRow[] {
  return [...wanted].flatMap(([name_key, name], index) => {
    const chosenId = index === 0 ? itemId : undefined;
    const same_as = byKey.get(name_key)?.id ?? null;
    if (same_as !== null && chosenId === undefined) return [];
    return [{ id: chosenId ?? newId(), name, name_key, same_as }];
  });
}

type NewRow = { id: string; name: string; name_key: string; same_as: string | null };

interface Addition {
  listId: string;
  requestId: string;
  userId: string;
  now: string;
}

async function insertItems(
  trx: Transaction<Database>,
  rows: readonly NewRow[],
  { listId, requestId, userId, now }: Addition,
): Promise<void> {
  if (rows.length === 0) return;
  const added = { list_id: listId, added_at: now, added_by: userId, added_request: requestId };
  await trx
    .insertInto("list_items")
    .values(
      rows.map((row) => ({ ...row, ...added, deleted_at: row.same_as === null ? null : now })),
    )
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

const listKept = (trx: Transaction<Database>, storedId: string) =>
  trx
    .selectFrom("list_items")
    .select(["id", "name", "name_key", "ticked_at"])
    .select(["added_at", "added_by", "back_request", "tick_changed_at"])
    .where("list_id", "=", storedId)
    .where("deleted_at", "is", null)
    .execute();

type KeptItem = Awaited<ReturnType<typeof listKept>>[number];

/** Of two items with one name the open one counts. */
const byNameKey = (rows: readonly KeptItem[]) =>
  new Map(
    [...rows.filter((row) => row.ticked_at), ...rows.filter((row) => !row.ticked_at)].map((row) => [
      row.name_key,
      row,
    ]),
  );

/** Leaves out what others have added or brought back since. */
async function leaveOutUnseen(
  trx: Transaction<Database>,
  rows: readonly KeptItem[],
  { userId, seenAt }: { userId: string; seenAt: string },
): Promise<KeptItem[]> {
  const back = rows.flatMap(({ ticked_at, tick_changed_at, back_request: request }) =>
    request && !ticked_at && tick_changed_at && tick_changed_at > seenAt ? [request] : [],
  );
  const own = await trx
    .selectFrom("list_items")
    .select("added_request")
    .where("added_by", "=", userId)
    .where("added_request", "in", idList(back))
    .execute();
  const ownRequests = own.map((row) => row.added_request);
  const theirs = back.filter((request) => !ownRequests.includes(request));
  return rows.filter(
    (row) =>
      (row.added_at <= seenAt || row.added_by === userId) &&
      !theirs.includes(row.back_request ?? ""),
  );
}

/** Returns what the same request has done before. */
async function findByRequest(
  trx: Transaction<Database>,
  storedId: string,
  requestId: string,
): Promise<Pick<AddedItems, "added" | "back" | "known"> | null> {
  const rows = await trx
    .selectFrom("list_items")
    .select(["name", "added_request", "same_as"])
    .where("list_id", "=", storedId)
    .where((eb) => eb.or([eb("added_request", "=", requestId), eb("back_request", "=", requestId)]))
    .orderBy("id")
    .execute();
  if (rows.length === 0) return null;
  const names = (fits: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(fits).map(({ name }) => name);
  return {
    added: names((row) => row.added_request === requestId && row.same_as === null),
    back: names((row) => row.added_request !== requestId),
    known: names((row) => row.same_as !== null),
  };
}

async function bringBack(
  trx: Transaction<Database>,
  ids: readonly string[],
  { requestId, now }: { requestId: string; now: string },
): Promise<void> {
  await trx
    .updateTable("list_items")
    .set({ ticked_at: null, tick_changed_at: now, back_request: requestId })
    .where("id", "in", idList(ids))
    .execute();
}

/**
 * Finds what the user added last, if it is still there.
 * @param mark set to find what one program added or brought back, whose requests begin with it
 * @param omits the beginning of requests that it leaves out
 */
export async function findLastAdded(
  trx: Transaction<Database>,
  { userId, householdId }: Viewer,
  { since, mark = "", omits }: { since: string; mark?: string | undefined; omits: string },
): Promise<{ listId: string; requestId: string; at: string; names: string[] } | null> {
  const rows = await trx
    .selectFrom("list_items as item")
    .innerJoin("lists as list", "list.id", "item.list_id")
    .select(["item.name", "item.list_id", "item.added_by", "item.added_at", "item.added_request"])
    .select(["item.back_request", "item.tick_changed_at"])
    .where("list.household_id", "=", householdId)
    .where("list.deleted_at", "is", null)
    .where(({ eb, or }) =>
      or([
        eb("item.added_by", "=", userId).and("item.added_at", ">", since),
        eb("item.back_request", "is not", null).and("item.tick_changed_at", ">", since),
      ]),
    )
    .where("item.deleted_at", "is", null)
    .orderBy("item.added_at", "desc")
    .orderBy("item.id")
    .limit(maxItems)
    .execute();
  const added = rows
    .filter((row) => row.added_by === userId && row.added_at > since)
    .map((row) => ({ ...row, requestId: row.added_request, at: row.added_at }));
  // Only programs mark what they brought back.
  const back = rows.flatMap((row) =>
    mark && row.back_request && row.tick_changed_at
      ? [{ ...row, requestId: row.back_request, at: row.tick_changed_at }]
      : [],
  );
  const marked = [...added, ...back].filter(
    ({ requestId }) => requestId.startsWith(mark) && !requestId.startsWith(omits),
  );
  const [last] = marked.toSorted((one, other) => other.at.localeCompare(one.at));
  if (!last) return null;
  const { list_id: listId, requestId, at } = last;
  const together = marked.filter((row) => row.requestId === requestId && row.list_id === listId);
  return { listId, requestId, at, names: together.map(({ name }) => name) };
}

/** Undoes a request: its new items go, and items that it brought back are ticked again. */
export async function undoAdded(
  db: Kysely<Database>,
  { userId }: Pick<Viewer, "userId">,
  listId: string,
  requestId: string,
): Promise<boolean> {
  return inHousehold(db, { userId }, (trx) => undoAddedIn(trx, { userId }, listId, requestId));
}

/** Undoes a request on whichever lists of the household it changed. */
export async function undoAddedAnywhere(
  trx: Transaction<Database>,
  viewer: Viewer,
  requestId: string,
): Promise<void> {
  const lists = await trx
    .selectFrom("list_items as item")
    .innerJoin("lists as list", "list.id", "item.list_id")
    .select("list.id")
    .distinct()
    .where("list.household_id", "=", viewer.householdId)
    .where(({ eb, or }) =>
      or([eb("item.added_request", "=", requestId), eb("item.back_request", "=", requestId)]),
    )
    .execute();
  for (const { id } of lists) await undoAddedIn(trx, viewer, id, requestId);
}

export async function undoAddedIn(
  trx: Transaction<Database>,
  { userId }: Pick<Viewer, "userId">,
  listId: string,
  requestId: string,
): Promise<boolean> {
  const now = nowIso();
  const { householdId } = await getMembership(trx, userId);
  const list = await listQuery(trx, householdId, listId).executeTakeFirst();
  if (!list) return false;
  const gone = await trx
    .updateTable("list_items")
    .set({ deleted_at: now })
    .where("list_id", "=", list.id)
    .where("added_request", "=", requestId)
    .where("deleted_at", "is", null)
    .returning("id")
    .execute();
  const ticked = await trx
    .updateTable("list_items")
    .set({ ticked_at: now, tick_changed_at: now, back_request: null })
    .where("list_id", "=", list.id)
    .where("back_request", "=", requestId)
    .where("deleted_at", "is", null)
    .returning("id")
    .execute();
  await bumpRevision(trx, householdId);
  return gone.length + ticked.length > 0;
}

/** Returns an item that a request brought to a list of the household, and that was ticked since. */
export async function findTickedSince(
  db: Kysely<Database>,
  { householdId }: Pick<Viewer, "householdId">,
  requestId: string,
): Promise<string | null> {
  const ticked = await db
    .selectFrom("list_items as item")
    .innerJoin("lists as list", "list.id", "item.list_id")
    .select("item.name")
    .where("list.household_id", "=", householdId)
    .where("item.ticked_at", "is not", null)
    .where(({ eb, or }) =>
      or([eb("item.added_request", "=", requestId), eb("item.back_request", "=", requestId)]),
    )
    .executeTakeFirst();
  return ticked?.name ?? null;
}

/** Returns which of these items are on lists of the household. */
export async function findOwnItems(
  db: Kysely<Database>,
  householdId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom("list_items as item")
    .innerJoin("lists as list", "list.id", "item.list_id")
    .select("item.id")
    .where("item.id", "in", idList(ids))
    .where("list.household_id", "=", householdId)
    .where("list.deleted_at", "is", null)
    .where("item.deleted_at", "is", null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Ticks what a request has just added, as an import brings it. */
export async function tickAdded(
  trx: Transaction<Database>,
  viewer: Pick<Viewer, "userId">,
  requestId: string,
): Promise<void> {
  const rows = await trx
    .selectFrom("list_items")
    .select("id")
    .where("added_request", "=", requestId)
    .where("added_by", "=", viewer.userId)
    .execute();
  for (const { id } of rows) await markItem(trx, viewer, id, { isTicked: true, at: nowIso() });
}

/** True if somebody has ticked or unticked an item since that a request brought to a list. */
export async function wasMarkedSince(
  db: Kysely<Database>,
  { householdId }: Pick<Viewer, "householdId">,
  requestId: string,
  since: string,
): Promise<boolean> {
  const marked = await db
    .selectFrom("list_items as item")
    .innerJoin("lists as list", "list.id", "item.list_id")
    .select("item.id")
    .where("list.household_id", "=", householdId)
    .where("item.tick_changed_at", ">", since)
    .where(({ eb, or }) =>
      or([eb("item.added_request", "=", requestId), eb("item.back_request", "=", requestId)]),
    )
    .executeTakeFirst();
  return marked !== undefined;
}

/** True if the request has added anything to the list, also if it is gone by now. */
export async function hasAdded(
  db: Kysely<Database>,
  { householdId }: Pick<Viewer, "householdId">,
  listId: string,
  requestId: string,
): Promise<boolean> {
  const item = await db
    .selectFrom("list_items")
    .select("id")
    .where("list_id", "=", listQuery(db, householdId, listId).clearSelect().select("id"))
    .where(({ eb, or }) =>
      or([eb("added_request", "=", requestId), eb("back_request", "=", requestId)]),
    )
    .executeTakeFirst();
  return item !== undefined;
}

interface Mark {
  isTicked: boolean;
  /** When it was pressed; a phone without a connection sends it later. */
  at: string;
}

/**
 * Ticks an item or brings it back. Of two changes to one item, the one that was made later counts,
 * whichever arrives first. Returns null if there is no such item in the household.
 */
export async function markItem(
  db: Kysely<Database>,
  { userId }: Pick<Viewer, "userId">,
  itemId: string,
  { isTicked, at }: Mark,
): Promise<{ name: string; isGone: boolean } | null> {
  return inHousehold(db, { userId }, async (trx) => {
    const { householdId } = await getMembership(trx, userId);
    const item = await findItem(trx, householdId, itemId);
    if (!item) return null;
    const { id, name, list_id, name_key } = item;
    if (item.deleted_at) return { name, isGone: true };
    const isOutdated = item.tick_changed_at !== null && item.tick_changed_at > at;
    const isSame = (item.ticked_at !== null) === isTicked;
    if (isOutdated) return { name, isGone: false };
    await trx
      .updateTable("list_items")
      .set({ ticked_at: isTicked ? at : null, tick_changed_at: at })
      .where("id", "=", id)
      .execute();
    if (isSame) return { name, isGone: false };
    if (isTicked) await countBought(trx, { list_id, name_key, name }, at);
    await bumpRevision(trx, householdId);
    return { name, isGone: false };
  });
}

/**
 * Follows the id of an item that became one with another to that item, over several lists that
 * became one.
 */
export async function findItem(trx: Transaction<Database>, householdId: string, itemId: string) {
  const find = (id: string) =>
    trx
      .selectFrom("list_items as item")
      .innerJoin("lists", "lists.id", "item.list_id")
      .select(["item.id", "item.name", "item.name_key", "item.list_id", "item.same_as"])
      .select(["item.ticked_at", "item.tick_changed_at", "item.deleted_at"])
      .where("item.id", "=", id)
      .where("lists.household_id", "=", householdId)
      .where("lists.deleted_at", "is", null)
      .executeTakeFirst();
  const seen = new Set<string>();
  let item = await find(itemId);
  while (item?.same_as && !seen.has(item.same_as)) {
    seen.add(item.same_as);
    item = await find(item.same_as);
  }
  return item;
}

/** Renames an item, unless another one of its list has the name. Null if there is no such item. */
export async function renameItem(
  db: Kysely<Database>,
  { userId }: Pick<Viewer, "userId">,
  itemId: string,
  name: string,
): Promise<"saved" | "taken" | null> {
  return inHousehold(db, { userId }, async (trx) => {
    const { householdId } = await getMembership(trx, userId);
    const item = await findItem(trx, householdId, itemId);
    if (!item || item.deleted_at) return null;
    const key = itemKey(name);
    const kept = await listKept(trx, item.list_id);
    // One of two with the same name keeps it.
    if (key !== item.name_key && kept.some(({ name_key }) => name_key === key)) return "taken";
    await trx
      .updateTable("list_items")
      .set({ name, name_key: key })
      .where("id", "=", item.id)
      .execute();
    await bumpRevision(trx, householdId);
    return "saved";
  });
}

/**
 * Returns the item and its deletion time. `restoreItems` restores every item with that time, so
 * `canUndo` is false for an item that was cleared together with others.
 */
export async function deleteItem(
  db: Kysely<Database>,
  { userId }: Pick<Viewer, "userId">,
  itemId: string,
): Promise<{ name: string; at: string; canUndo: boolean } | null> {
  return inHousehold(db, { userId }, async (trx) => {
    const { householdId } = await getMembership(trx, userId);
    const item = await findItem(trx, householdId, itemId);
    if (!item) return null;
    const at = item.deleted_at ?? nowIso();
    await trx.updateTable("list_items").set({ deleted_at: at }).where("id", "=", item.id).execute();
    if (!item.deleted_at) await bumpRevision(trx, householdId);
    const { count } = await trx
      .selectFrom("list_items")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("list_id", "=", item.list_id)
      .where("deleted_at", "=", at)
      .executeTakeFirstOrThrow();
    return { name: item.name, at, canUndo: count === 1 };
  });
}

export async function clearTicked(
  db: Kysely<Database>,
  { userId }: Pick<Viewer, "userId">,
  listId: string,
): Promise<{ count: number; at: string } | null> {
  const at = nowIso();
  return inHousehold(db, { userId }, async (trx) => {
    const { householdId } = await getMembership(trx, userId);
    if (!(await findList(trx, { householdId }, listId))) return null;
    const rows = await trx
      .updateTable("list_items")
      .set({ deleted_at: at })
      .where("list_id", "=", listQuery(trx, householdId, listId).clearSelect().select("id"))
      .where("ticked_at", "is not", null)
      .where("deleted_at", "is", null)
      .returning("id")
      .execute();
    if (rows.length > 0) await bumpRevision(trx, householdId);
    return { count: rows.length, at };
  });
}

/**
 * Brings back items that were deleted together, or merged into another, unless somebody has added
 * them again.
 */
export async function restoreItems(
  db: Kysely<Database>,
  { userId }: Pick<Viewer, "userId">,
  listId: string,
  at: string,
): Promise<"restored" | "too_many" | "missing"> {
  return inHousehold(db, { userId }, async (trx) => {
    const { householdId } = await getMembership(trx, userId);
    const list = await listQuery(trx, householdId, listId).executeTakeFirst();
    if (!list) return "missing";
    const gone = await trx
      .selectFrom("list_items")
      .select(["id", "name_key"])
      .where("list_id", "=", list.id)
      .where("deleted_at", "=", at)
      // The others only led a phone to an item.
      .where(({ eb, or }) => or([eb("same_as", "is", null), eb("added_at", "<", at)]))
      .execute();
    if (gone.length === 0) return "missing";
    const kept = await listKept(trx, list.id);
    const again = kept.filter(({ added_at }) => added_at >= at);
    const keys = new Set(again.map(({ name_key }) => name_key));
    const ids = gone.filter(({ name_key }) => !keys.has(name_key)).map(({ id }) => id);
    if (kept.length + ids.length > maxItems) return "too_many";
    await trx
      .updateTable("list_items")
      .set({ deleted_at: null, same_as: null })
      .where("id", "in", idList(ids))
      .execute();
    await bumpRevision(trx, householdId);
    return "restored";
  });
}

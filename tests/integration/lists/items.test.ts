import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { earlierBy, laterBy, nowIso } from "#app/domain/core/time.ts";
import { forgetBought, listSuggestions } from "#app/domain/lists/bought.server.ts";
import {
  addItems,
  clearTicked,
  deleteItem,
  listItems,
  markItem,
  renameItem,
  restoreItems,
  undoAdded,
} from "#app/domain/lists/items.server.ts";
import { maxItems, maxLists, shoppingId } from "#app/domain/lists/limits.ts";
import { keepOne } from "#app/domain/lists/keep-one.server.ts";
import {
  addList,
  deleteList,
  findListNamed,
  listLists,
  renameList,
  restoreList,
} from "#app/domain/lists/lists.server.ts";
import { purgeDeletedItems } from "#app/domain/lists/purge.server.ts";
import { readRevision } from "#app/domain/people/revision.server.ts";
import { itemsIn } from "#app/domain/understanding/intent/items.ts";
import type { Database } from "#db/schema.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, newPartner, type TestFamily } from "../../support/records/family.ts";

let requests = 0;

async function add(db: Kysely<Database>, family: TestFamily, text: string, more: object = {}) {
  const request = { names: itemsIn(text), requestId: `request-${(requests += 1)}`, ...more };
  const added = await addItems(db, family, shoppingId, request);
  if (added === null || typeof added === "string") throw new Error(`"${text}" was not added`);
  return added;
}

async function newList(db: Kysely<Database>, family: TestFamily, name: string): Promise<string> {
  const added = await addList(db, family, name);
  if (added === "too_many") throw new Error("There is room");
  return added.id;
}

/** "Milk, Eggs ✓" */
async function shown(db: Kysely<Database>, family: TestFamily, id = shoppingId) {
  const items = await listItems(db, family, id);
  return items.map(({ name, isTicked }) => (isTicked ? `${name} ✓` : name)).join(", ");
}

const idOf = async (db: Kysely<Database>, family: TestFamily, name: string) =>
  (await listItems(db, family, shoppingId)).find((item) => item.name === name)!.id;

const mark = async (
  db: Kysely<Database>,
  family: TestFamily,
  name: string,
  isTicked = true,
  at = nowIso(),
) => markItem(db, family, await idOf(db, family, name), { isTicked, at });

test.each([
  ["milk, eggs and bread", ["Milk", "Eggs", "Bread"]],
  ["2 l milk, 1,5 kg potatoes & butter", ["2 l milk", "1,5 kg potatoes", "Butter"]],
  ["Müsli\n- eggs\n[ ] bread.", ["Müsli", "Eggs", "Bread"]],
  ["mac and cheese", ["Mac and cheese"]],
  ["salt/pepper", ["Salt/pepper"]],
  ["🥛, 🧀🥖 and 👨‍👩‍👧 cake", ["🥛", "🧀🥖", "👨‍👩‍👧 cake"]],
  ["…", []],
])("“%s” is %j", (text, items) => {
  expect(itemsIn(text)).toEqual(items);
});

test("an item that is open is not added twice, and a ticked one comes back", async () => {
  await using own = newDatabase();
  const { db } = own;
  const family = await newFamily(db);
  expect(await listLists(db, family)).toEqual([
    { id: "shopping", name: "Shopping", isShopping: true, open: 0 },
  ]);
  await add(db, family, "milk, eggs and bread");
  expect(await add(db, family, "MILK and Crème")).toMatchObject({
    added: ["Crème"],
    known: ["Milk"],
  });
  await mark(db, family, "Eggs");
  expect(await add(db, family, "eggs, creme")).toMatchObject({ back: ["Eggs"], known: ["Crème"] });
  expect(await shown(db, family)).toBe("Milk, Eggs, Bread, Crème");
  expect(await listLists(db, family)).toMatchObject([{ open: 4 }]);
});

test("the same form sent twice adds once, also after its items were ticked or deleted", async () => {
  await using own = newDatabase();
  const { db } = own;
  const family = await newFamily(db);
  const requestId = "request-of-one-form";
  await add(db, family, "milk, eggs", { requestId });
  await mark(db, family, "Milk");
  await deleteItem(db, family, await idOf(db, family, "Eggs"));
  expect(await add(db, family, "milk, eggs", { requestId })).toMatchObject({
    added: ["Milk", "Eggs"],
  });
  expect(await shown(db, family)).toBe("Milk ✓");
});

test("Undo of an addition takes back what it added, and ticks again what came back", async () => {
  await using own = newDatabase();
  const { db } = own;
  const family = await newFamily(db);
  await add(db, family, "milk, eggs");
  await mark(db, family, "Eggs");
  const { requestId } = await add(db, family, "milk, eggs, bread");
  expect(await shown(db, family)).toBe("Milk, Eggs, Bread");
  expect(await undoAdded(db, family, shoppingId, requestId)).toBe(true);
  expect(await shown(db, family)).toBe("Milk, Eggs ✓");
});

test("what is deleted or cleared comes back by Undo, unless it was added again", async () => {
  await using own = newDatabase();
  const { db } = own;
  const family = await newFamily(db);
  await add(db, family, "milk, eggs, bread");
  for (const name of ["Milk", "Eggs"]) await mark(db, family, name);
  const cleared = await clearTicked(db, family, shoppingId);
  expect([cleared?.count, await shown(db, family)]).toEqual([2, "Bread"]);
  await add(db, family, "eggs");
  expect(await restoreItems(db, family, shoppingId, cleared!.at)).toBe("restored");
  expect(await shown(db, family)).toBe("Milk ✓, Bread, Eggs");
  const deleted = await deleteItem(db, family, await idOf(db, family, "Bread"));
  expect(await shown(db, family)).toBe("Milk ✓, Eggs");
  await restoreItems(db, family, shoppingId, deleted!.at);
  expect(await shown(db, family)).toBe("Milk ✓, Bread, Eggs");
});

test("deleting an item that was cleared with others offers no Undo, which would bring all back", async () => {
  await using own = newDatabase();
  const { db } = own;
  const family = await newFamily(db);
  await add(db, family, "milk, eggs, bread");
  const id = await idOf(db, family, "Milk");
  for (const name of ["Milk", "Eggs"]) await mark(db, family, name);
  await clearTicked(db, family, shoppingId);
  expect(await deleteItem(db, family, id)).toMatchObject({ name: "Milk", canUndo: false });
  const bread = await idOf(db, family, "Bread");
  const once = await deleteItem(db, family, bread);
  expect(once).toMatchObject({ name: "Bread", canUndo: true });
  expect(await deleteItem(db, family, bread)).toEqual(once);
});

test("of two changes to one item the later one counts, whichever arrives first", async () => {
  await using own = newDatabase();
  const { db } = own;
  const family = await newFamily(db);
  await add(db, family, "milk");
  const now = nowIso();
  await mark(db, family, "Milk", false, now);
  await mark(db, family, "Milk", true, earlierBy(now, { minutes: 5 }));
  expect(await shown(db, family)).toBe("Milk");
  await mark(db, family, "Milk", true, laterBy(now, { minutes: 1 }));
  expect(await shown(db, family)).toBe("Milk ✓");
});

test("an item has the id that a phone chose, also if it was on the list already", async () => {
  await using own = newDatabase();
  const { db } = own;
  const family = await newFamily(db);
  await add(db, family, "milk", { itemId: "phone-one-milk" });
  await add(db, family, "milk", { itemId: "phone-two-milk" });
  expect(await shown(db, family)).toBe("Milk");
  await markItem(db, family, "phone-two-milk", { isTicked: true, at: nowIso() });
  expect(await shown(db, family)).toBe("Milk ✓");
});

test("what two people add without a connection stays twice until somebody keeps one", async () => {
  await using own = newDatabase();
  const { db } = own;
  const family = await newFamily(db);
  const ben = await newPartner(db, family);
  const seenAt = earlierBy(nowIso(), { minutes: 5 });
  await add(db, family, "milk", { itemId: "milk-of-nora", seenAt });
  expect(await add(db, ben, "milk", { itemId: "milk-of-ben", seenAt })).toMatchObject({
    added: ["Milk"],
    known: [],
  });
  // Online the page shows it, and the same phone has typed it already.
  expect(await add(db, ben, "milk")).toMatchObject({ added: [], known: ["Milk"] });
  expect(await add(db, ben, "milk", { seenAt })).toMatchObject({ added: [], known: ["Milk"] });
  expect(await shown(db, family)).toBe("Milk, Milk");

  const kept = await keepOne(db, family, "milk-of-nora");
  expect([kept?.name, await shown(db, family)]).toEqual(["Milk", "Milk"]);
  expect(await keepOne(db, family, "milk-of-nora")).toEqual({ name: "Milk", at: null });
  await markItem(db, ben, "milk-of-ben", { isTicked: true, at: nowIso() });
  expect(await shown(db, family)).toBe("Milk ✓");
  await restoreItems(db, family, shoppingId, kept!.at!);
  expect(await shown(db, family)).toBe("Milk ✓, Milk");
  await markItem(db, ben, "milk-of-ben", { isTicked: true, at: nowIso() });
  expect(await shown(db, family)).toBe("Milk ✓, Milk ✓");
});

test("an item that somebody else has brought back meanwhile stays beside the typed one", async () => {
  await using own = newDatabase();
  const { db } = own;
  const family = await newFamily(db);
  const ben = await newPartner(db, family);
  await add(db, family, "milk, eggs");
  for (const name of ["Milk", "Eggs"]) await mark(db, family, name);
  const seenAt = laterBy(nowIso(), { seconds: -1 });
  await db
    .updateTable("list_items")
    .set({ added_at: earlierBy(seenAt, { minutes: 5 }) })
    .execute();
  expect(await add(db, family, "milk, eggs", { itemId: "milk-of-nora" })).toMatchObject({
    back: ["Milk", "Eggs"],
  });
  expect(await add(db, family, "milk", { seenAt })).toMatchObject({ known: ["Milk"] });
  expect(await add(db, ben, "milk", { seenAt })).toMatchObject({ added: ["Milk"] });
  expect(await shown(db, family)).toBe("Milk, Eggs, Milk");
});

test("of two items with one name either is renamed, deleted and brought back", async () => {
  await using own = newDatabase();
  const { db } = own;
  const family = await newFamily(db);
  const ben = await newPartner(db, family);
  const seenAt = earlierBy(nowIso(), { minutes: 5 });
  await add(db, family, "milk", { itemId: "milk-of-nora" });
  await add(db, ben, "milk", { itemId: "milk-of-ben", seenAt });
  const deleted = await deleteItem(db, family, "milk-of-ben");
  await restoreItems(db, family, shoppingId, deleted!.at);
  expect(await shown(db, family)).toBe("Milk, Milk");
  await markItem(db, family, "milk-of-nora", { isTicked: true, at: nowIso() });
  expect(await add(db, family, "milk")).toMatchObject({ back: [], known: ["Milk"] });
  expect(await renameItem(db, family, "milk-of-ben", "MILK")).toBe("saved");
  expect(await renameItem(db, family, "milk-of-ben", "Oat milk")).toBe("saved");
  expect(await renameItem(db, family, "milk-of-ben", "Milk")).toBe("taken");
});

test("what was bought most is suggested while it is not open, until it is forgotten", async () => {
  await using own = newDatabase();
  const { db } = own;
  const family = await newFamily(db);
  await add(db, family, "bread, milk");
  for (const name of ["Milk", "Bread"]) await mark(db, family, name);
  await add(db, family, "milk");
  await mark(db, family, "Milk");
  expect(await listSuggestions(db, family, shoppingId)).toEqual(["Milk", "Bread"]);
  await add(db, family, "bread");
  expect(await listSuggestions(db, family, shoppingId)).toEqual(["Milk"]);
  expect(await forgetBought(db, family, shoppingId, "milk")).toBe(true);
  expect(await listSuggestions(db, family, shoppingId)).toEqual([]);
});

test("lists have names of their own and limits, and come back when they were deleted", async () => {
  await using own = newDatabase();
  const { db } = own;
  const family = await newFamily(db);
  const packing = await newList(db, family, "Packing");
  expect(await addList(db, family, "packing")).toEqual({ id: packing, isNew: false });
  expect(await addList(db, family, "shopping")).toEqual({ id: "shopping", isNew: false });
  expect(await renameList(db, family, packing, "Shopping")).toBe("taken");
  expect(await renameList(db, family, packing, "Camp")).toBe("saved");
  expect(await renameList(db, family, shoppingId, "Food")).toBe("missing");
  expect([await deleteList(db, family, packing), await deleteList(db, family, shoppingId)]).toEqual(
    ["Camp", null],
  );
  for (let count = 1; count < maxLists; count += 1) await addList(db, family, `List ${count}`);
  expect(await addList(db, family, "One more")).toBe("too_many");
  expect(await restoreList(db, family, packing)).toBe("too_many");
  await deleteList(db, family, (await listLists(db, family)).at(-1)!.id);
  expect(await restoreList(db, family, packing)).toBe("restored");
});

test("a deleted list stays away while another one has its name", async () => {
  await using own = newDatabase();
  const { db } = own;
  const family = await newFamily(db);
  const first = await newList(db, family, "Packing");
  await deleteList(db, family, first);
  const again = await newList(db, family, "packing");
  expect(await restoreList(db, family, first)).toBe("taken");
  await renameList(db, family, again, "Packing for camp");
  expect(await restoreList(db, family, first)).toBe("restored");
});

test("the grocery list is Shopping, unless the family has one of its own", async () => {
  await using own = newDatabase();
  const { db } = own;
  const family = await newFamily(db);
  const find = async (name: string) => (await findListNamed(db, family, name))?.id;
  const names = ["groceries", "the grocery list", "our shopping list"];
  expect(await Promise.all(names.map(find))).toEqual([shoppingId, shoppingId, shoppingId]);
  const groceries = await newList(db, family, "Groceries");
  expect(await Promise.all(names.map(find))).toEqual([groceries, groceries, shoppingId]);
});

test("a list holds 500 items, and another household's list is not there", async () => {
  await using own = newDatabase();
  const { db } = own;
  const [family, other] = [await newFamily(db), await newFamily(db)];
  const names = Array.from({ length: maxItems }, (_, index) => `Item ${index}`);
  await addItems(db, family, shoppingId, { names, requestId: "all-of-them" });
  const one = { names: ["One more"], requestId: "one-more-item" };
  expect(await addItems(db, family, shoppingId, one)).toBe("too_many");
  const packing = await newList(db, other, "Packing");
  expect(await addItems(db, family, packing, one)).toBeNull();
  const theirs = { isTicked: true, at: nowIso() };
  const [id] = (await listItems(db, family, shoppingId)).map((item) => item.id);
  expect(await markItem(db, other, id!, theirs)).toBeNull();
  expect(await deleteItem(db, other, id!)).toBeNull();
  expect(await listItems(db, other, shoppingId)).toEqual([]);
});

test("each change tells the household's open pages", async () => {
  await using own = newDatabase();
  const { db } = own;
  const family = await newFamily(db);
  const revision = () => readRevision(db, family.householdId);
  const tells = async (change: () => Promise<unknown>) => {
    const before = await revision();
    await change();
    return (await revision()) > before;
  };
  const packing = await newList(db, family, "Packing");
  const request = { requestId: "request-of-milk" };
  for (const change of [
    () => add(db, family, "milk", request),
    () => mark(db, family, "Milk"),
    () => add(db, family, "milk"),
    () => mark(db, family, "Milk"),
    () => clearTicked(db, family, shoppingId),
    () => addList(db, family, "Camp"),
    () => renameList(db, family, packing, "Ski"),
    () => deleteList(db, family, packing),
    () => restoreList(db, family, packing),
    () => forgetBought(db, family, shoppingId, "milk"),
  ])
    expect([String(change), await tells(change)]).toEqual([String(change), true]);
});

test("what was deleted 30 days ago is deleted for good", async () => {
  await using own = newDatabase();
  const { db } = own;
  const family = await newFamily(db);
  await add(db, family, "milk, eggs");
  await deleteItem(db, family, await idOf(db, family, "Milk"));
  const packing = await newList(db, family, "Packing");
  await addItems(db, family, packing, { names: ["Hat"], requestId: "request-of-hat" });
  await deleteList(db, family, packing);
  const names = async () =>
    (await db.selectFrom("list_items").select("name").orderBy("name").execute()).map(
      ({ name }) => name,
    );
  await purgeDeletedItems(db, laterBy(nowIso(), { hours: 24 * 29 }));
  expect(await names()).toEqual(["Eggs", "Hat", "Milk"]);
  await purgeDeletedItems(db, laterBy(nowIso(), { hours: 24 * 31 }));
  expect(await names()).toEqual(["Eggs"]);
});

import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { nowIso } from "#app/domain/core/time.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { acceptInvitation } from "#app/domain/lifecycle/accept-invitation.server.ts";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import { removeAccounts } from "#app/domain/lifecycle/remove-accounts.server.ts";
import { addItems, listItems, markItem } from "#app/domain/lists/items.server.ts";
import { maxItems, shoppingId } from "#app/domain/lists/limits.ts";
import { addList, deleteList, listLists, restoreList } from "#app/domain/lists/lists.server.ts";
import type { Database } from "#db/schema.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, newInvitation, type TestFamily } from "../../support/records/family.ts";
import { readExport } from "../../support/records/read-export.ts";

const linkKey = "k".repeat(43);
let requests = 0;

const add = (db: Kysely<Database>, family: TestFamily, names: string[], id = shoppingId) =>
  addItems(db, family, id, { names, requestId: `request-${(requests += 1)}` });

async function shown(db: Kysely<Database>, family: TestFamily, id = shoppingId) {
  const items = await listItems(db, family, id);
  return items.map(({ name, isTicked }) => (isTicked ? `${name} ✓` : name)).join(", ");
}

async function newPacking(db: Kysely<Database>, family: TestFamily): Promise<string> {
  const added = await addList(db, family, "Packing");
  if (added === "too_many") throw new Error("There is room");
  return added.id;
}

async function join(db: Kysely<Database>, host: TestFamily, guest: TestFamily): Promise<void> {
  const address = `${guest.userId}@example.com`;
  const token = linkToken(linkKey, "invitation", await newInvitation(db, host, address));
  expect(await acceptInvitation(db, guest.userId, { linkKey, token })).toBe("joined");
  guest.householdId = host.householdId;
}

test("lists of one name become one when two households join, and nothing is lost", async () => {
  await using own = newDatabase();
  const { db } = own;
  const [host, guest] = [await newFamily(db), await newFamily(db)];
  await add(db, host, ["Milk", "Eggs"]);
  const eggs = (await listItems(db, host, shoppingId)).find(({ name }) => name === "Eggs")!;
  await markItem(db, host, eggs.id, { isTicked: true, at: nowIso() });
  await add(db, guest, ["milk", "Bread", "eggs"]);
  await add(db, guest, ["Hat"], await newPacking(db, guest));
  await join(db, host, guest);
  expect(await shown(db, host)).toBe("Milk, Eggs, Bread");
  const lists = await listLists(db, host);
  expect(lists.map(({ name, open }) => [name, open])).toEqual([
    ["Shopping", 3],
    ["Packing", 1],
  ]);
});

test("a phone's own id for an item still ticks it after two households have joined", async () => {
  await using own = newDatabase();
  const { db } = own;
  const [host, guest] = [await newFamily(db), await newFamily(db)];
  await add(db, host, ["Milk"]);
  await add(db, guest, ["Milk"]);
  const offline = { names: ["Milk"], requestId: "typed-offline", itemId: "id-of-the-phone" };
  await addItems(db, guest, shoppingId, offline);
  await join(db, host, guest);
  const tick = { isTicked: true, at: nowIso() };
  expect(await markItem(db, guest, "id-of-the-phone", tick)).toEqual({
    name: "Milk",
    isGone: false,
  });
  expect(await shown(db, host)).toBe("Milk ✓");
});

test("a list that has no room for the other one's items stays a list of its own", async () => {
  await using own = newDatabase();
  const { db } = own;
  const [host, guest] = [await newFamily(db), await newFamily(db)];
  await add(
    db,
    host,
    Array.from({ length: maxItems }, (_, index) => `Item ${index}`),
  );
  await add(db, guest, ["Milk"]);
  await join(db, host, guest);
  const lists = await listLists(db, host);
  expect(lists.map(({ name, open }) => [name, open])).toEqual([
    ["Shopping", maxItems],
    ["Shopping", 1],
  ]);
  const { id } = lists[1]!;
  expect(await deleteList(db, host, id)).toBe("Shopping");
  expect(await restoreList(db, host, id)).toBe("restored");
});

test("an export has the lists, and an ended household takes its lists along", async () => {
  await using own = newDatabase();
  const { db } = own;
  const family = await newFamily(db);
  await add(db, family, ["Milk"]);
  const [milk] = await listItems(db, family, shoppingId);
  await markItem(db, family, milk!.id, { isTicked: true, at: nowIso() });
  const file = (await readExport(db, family)) as Record<string, object[]>;
  expect(file.lists).toMatchObject([{ name: "Shopping", is_shopping: 1 }]);
  expect(file.list_items).toMatchObject([{ name: "Milk" }]);
  expect(file.bought_items).toMatchObject([{ name: "Milk", times: 1 }]);
  await deleteAccount(db, family.userId, { mayLeaveNoOwner: true });
  await removeAccounts(db);
  for (const table of ["lists", "list_items", "bought_items"] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
});

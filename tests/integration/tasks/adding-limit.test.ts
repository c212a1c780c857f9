import { type Kysely, sql } from "kysely";
import { v7 as newId } from "uuid";
import { expect, test } from "vitest";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { countQuery } from "#app/domain/core/rate-limits/allow.server.ts";
import { addItems, listItems } from "#app/domain/lists/items.server.ts";
import { maxItems, shoppingId } from "#app/domain/lists/limits.ts";
import { action as addToList } from "#app/routes/lists/items/add.tsx";
import type { Database } from "#db/schema.ts";
import {
  dataOf,
  newConnectedFamily,
  statusOf,
  waysToAdd,
} from "../../support/people/ways-to-add.ts";
import { routeArgs } from "../../support/text/route.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { addLimitEvents, letWindowsPass } from "../../support/records/limit-events.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

const tooMany = "That's more than I can take at once. Please try again later.";

const listForm = async (db: Kysely<Database>, { userId }: { userId: string }, text: string) =>
  addToList(
    await routeArgs(db, {
      path: `/lists/${shoppingId}/items`,
      params: { id: shoppingId },
      fields: { text, requestId: newId() },
      userId,
    }),
  );

async function countTasks(db: Kysely<Database>): Promise<number> {
  return (await db.selectFrom("tasks").select("id").where("is_ahead", "=", 0).execute()).length;
}

test("an account adds 60 times a minute by all ways together, and each way says so kindly", async () => {
  await using own = newDatabase();
  const nora = await newConnectedFamily(own.db);
  const ways = waysToAdd(own.db, nora);
  for (const way of [
    ways.form,
    ways.call,
    ways.confirmed,
    ways.offline,
    ways.tonight,
    ways.text,
    ways.chat,
  ])
    await way();
  expect(await countTasks(own.db)).toBe(6);
  for (let count = 7; count < 60; count += 1)
    expect(statusOf(await ways.form(`Errand ${count}`))).toBe(303);

  const form = await ways.form("Call the vet");
  expect([statusOf(form), dataOf(form)]).toEqual([
    429,
    { text: "Call the vet", errors: [tooMany] },
  ]);
  const call = (await ways.call()) as Response;
  expect([call.status, await call.json()]).toEqual([
    429,
    { error: { code: "too_many", message: tooMany } },
  ]);
  const confirmed = await ways.confirmed();
  expect(statusOf(confirmed)).toBe(429);
  expect(dataOf(confirmed)).toMatchObject({
    submission: {
      initialValue: { drafts: [{ title: "Buy milk" }] },
      error: { "drafts[0].title": [tooMany] },
    },
  });
  const tonight = await ways.tonight().catch((thrown: unknown) => thrown);
  expect(statusOf(tonight)).toBe(429);
  expect(dataOf(tonight)).toMatchObject({
    why: tooMany,
    unsaved: {
      action: "/preferences/profile",
      fields: [["firstName", "Nora"]],
      typed: ["firstName"],
    },
  });
  expect([await ways.text(), await ways.chat()]).toEqual([tooMany, tooMany]);
  expect(await countTasks(own.db)).toBe(6 + 53);

  const other = waysToAdd(own.db, await newFamily(own.db));
  expect(statusOf(await other.form())).toBe(303);
});

test("what was typed offline waits while there is too much, and is saved once later", async () => {
  await using own = newDatabase();
  const nora = await newConnectedFamily(own.db);
  const { form, offline } = waysToAdd(own.db, nora);
  for (let count = 0; count < 60; count += 1) await form(`Errand ${count}`);
  const changeId = newId();
  const refused = (await offline(changeId)) as Response;
  expect([refused.status, (await refused.json()).error.code]).toEqual([429, "too_many"]);
  await letWindowsPass(own.db, ["adds_a_minute"]);
  for (const response of [await offline(changeId), await offline(changeId)])
    expect(await (response as Response).json()).toEqual({ changeId, status: "done" });
  expect(await countTasks(own.db)).toBe(61);
});

test("ticks do not count, nor do the tasks of one request", async () => {
  await using own = newDatabase();
  const nora = await newConnectedFamily(own.db);
  const { form, offline } = waysToAdd(own.db, nora);
  await form("- buy milk\n- call the vet\n- pay the rent\n- book the ferry");
  const tasks = await own.db.selectFrom("tasks").select("id").execute();
  expect(tasks).toHaveLength(4);
  const type = (count: number) => (count % 2 === 0 ? "complete" : "reopen");
  for (let count = 0; count < 80; count += 1)
    expect(
      statusOf(await offline(newId(), { type: type(count), taskId: tasks[count % 4]!.id })),
    ).toBe(200);
  for (let count = 1; count < 60; count += 1)
    expect(statusOf(await form(`Errand ${count}`))).toBe(303);
  expect(statusOf(await form("Too much"))).toBe(429);
});

test("an account adds 1,000 times a day", async () => {
  await using own = newDatabase();
  const nora = await newConnectedFamily(own.db);
  const { form } = waysToAdd(own.db, nora);
  const add = (times: number, hours: number) =>
    addLimitEvents(own.db, [["adds_a_day", nora.userId]], times, earlierBy(nowIso(), { hours }));
  await add(999, 23);
  await add(1, 25);
  // Counted before the clock was set back.
  await add(1, -1);
  expect([statusOf(await form()), statusOf(await form("Call the vet"))]).toEqual([303, 429]);
});

test("what adds items to a list counts by the day, and waits offline for the next one", async () => {
  await using own = newDatabase();
  const nora = await newConnectedFamily(own.db);
  const { form, offline } = waysToAdd(own.db, nora);
  const names = async () =>
    (await listItems(own.db, nora, shoppingId)).map((item: { name: string }) => item.name);
  await addLimitEvents(own.db, [["adds_a_day", nora.userId]], 997);
  const item = (text: string, itemId: string = newId()) =>
    offline(itemId, { type: "item-add", listId: shoppingId, itemId, text });
  // A phone sends all at once that it kept in a shop.
  await addLimitEvents(own.db, [["adds_a_minute", nora.userId]], 60);
  expect(statusOf(await item("Cheese"))).toBe(200);
  expect(statusOf(await form("Buy milk, eggs and bread"))).toBe(303);
  expect(statusOf(await listForm(own.db, nora, "Butter"))).toBe(303);
  const refusedForm = await listForm(own.db, nora, "Salt");
  expect([statusOf(refusedForm), dataOf(refusedForm)]).toEqual([
    429,
    { text: "Salt", errors: [tooMany] },
  ]);
  expect(statusOf(await form("Buy tea, rice and soap"))).toBe(429);
  const [itemId, typedId] = [newId(), newId()];
  const typed = { type: "add", text: "Buy tea, rice and soap" };
  expect(statusOf(await item("Apples", itemId))).toBe(429);
  expect(statusOf(await offline(typedId, typed))).toBe(429);
  expect(await names()).toEqual(["Cheese", "Milk", "Eggs", "Bread", "Butter"]);
  await letWindowsPass(own.db, ["adds_a_day", "adds_a_minute"]);
  expect(statusOf(await item("Apples", itemId))).toBe(200);
  expect(statusOf(await offline(typedId, typed))).toBe(200);
  expect(await names()).toEqual([
    "Cheese",
    "Milk",
    "Eggs",
    "Bread",
    "Butter",
    "Apples",
    "Tea",
    "Rice",
    "Soap",
  ]);
});

test("items that a list refuses do not count", async () => {
  await using own = newDatabase();
  const nora = await newConnectedFamily(own.db);
  await addLimitEvents(own.db, [["adds_a_day", nora.userId]], 998);
  const names = Array.from({ length: maxItems }, (_, index) => `Item ${index}`);
  await addItems(own.db, nora, shoppingId, { names, requestId: "all-of-them" });
  expect(statusOf(await listForm(own.db, nora, "One more"))).toBe(400);
  expect(statusOf(await waysToAdd(own.db, nora).form("Call the vet"))).toBe(303);
  expect(statusOf(await waysToAdd(own.db, nora).form("Call the bank"))).toBe(429);
});

test.skipIf(skippedOnPostgres.plans)("the limit is counted by its index", async () => {
  await using own = newDatabase();
  const plan = await countQuery(
    own.db,
    [["adds_a_day", "one"]],
    "2031-01-01T00:00:00.000Z",
  ).explain<{ detail: string }>(undefined, sql`query plan`);
  expect(plan.map(({ detail }) => detail).join()).toContain(
    "USING COVERING INDEX limit_events_by_key (rule=? AND key=? AND expires_at>? AND expires_at<?)",
  );
});

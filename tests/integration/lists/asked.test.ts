import { expect, test } from "vitest";
import { addItems, listItems } from "#app/domain/lists/items.server.ts";
import { shoppingId } from "#app/domain/lists/limits.ts";
import { addList } from "#app/domain/lists/lists.server.ts";
import { addListed } from "#app/domain/pages/add-listed.server.ts";
import { findAnswer } from "#app/domain/pages/asked.server.ts";
import { saveChange } from "#app/domain/pages/save-change.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { action as askTask } from "#app/routes/lists/items/as-task.ts";
import { action as addItemsByForm } from "#app/routes/lists/items/add.tsx";
import { action } from "#app/routes/dashboard/dashboard.tsx";
import { consumeToast } from "#app/server/toast.server.ts";
import { newTalkingFamily, talk } from "../../support/messages/talk.ts";
import { newDatabase } from "../../support/records/database.ts";
import { addLimitEvents, letWindowsPass } from "../../support/records/limit-events.ts";
import { newFamily } from "../../support/records/family.ts";
import { routeArgs } from "../../support/text/route.ts";

test.each([
  ["milk, eggs, bread and butter", ["Milk", "Eggs", "Bread", "Butter"]],
  ["we're out of diapers", ["Diapers"]],
  ["add wrapping paper to the shopping list", ["Wrapping paper"]],
  ["Buy milk, eggs and bread", ["Milk", "Eggs", "Bread"]],
  ["buy milk tomorrow", null],
  ["Buy milk", null],
  ["Ben: buy milk", null],
  ["winter boots for emma", null],
  ["renew library books", null],
])("“%s” puts %j on the shopping list", async (text, items) => {
  await using own = newDatabase();
  const family = await newFamily(own.db, { Ben: "spouse", Emma: "child" });
  const added = await addListed(own.db, family, { text });
  expect(typeof added === "string" ? added : (added?.added ?? null)).toEqual(items);
});

test("the dashboard puts items on the list, once, and asks for no date", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const fields = { text: "milk, eggs, bread and butter", requestId: "form-of-items", asks: "here" };
  const send = async () =>
    (await action(await routeArgs(own.db, { path: "/dashboard", ...family, fields }))) as Response;
  for (const answer of [await send(), await send()])
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/dashboard"]);
  expect(await listItems(own.db, family, shoppingId)).toHaveLength(4);
  expect(await own.db.selectFrom("tasks").selectAll().execute()).toEqual([]);
});

test("“undo” takes back whatever was added last, items or a task", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const say = async (text: string) => {
    const fields = { text, asks: "here" };
    const sent = await routeArgs(own.db, { path: "/dashboard", ...family, fields });
    const answer = (await action(sent)) as Response;
    const cookie = answer.headers.get("Set-Cookie")!.split(";")[0]!;
    return (await consumeToast(new Request("http://mila.test", { headers: { cookie } }))).toast;
  };
  await say("call the vet on June 14 2041 at 3pm");
  await say("milk, eggs and bread");
  expect(await say("undo")).toMatchObject({
    title: "Taken back",
    taskTitle: "Milk, Eggs, and Bread",
  });
  expect(await listItems(own.db, family, shoppingId)).toEqual([]);
  expect(await say("undo")).toMatchObject({ title: "Taken back", taskTitle: "Call the vet" });
});

test("“Make it a task instead” takes the items off the list and keeps the words", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const text = "Buy milk and eggs";
  await addListed(own.db, family, { text, requestId: "form-of-items" });
  const path = `/lists/${shoppingId}/added/form-of-items/as-task`;
  const params = { id: shoppingId, request: "form-of-items" };
  const answer = (await askTask(
    await routeArgs(own.db, { path, params, ...family, fields: { text } }),
  )) as Response;
  expect(answer.headers.get("Location")).toMatch(/^\/dashboard\?when=/);
  expect(await listItems(own.db, family, shoppingId)).toEqual([]);
  expect(await own.db.selectFrom("tasks").select("title").execute()).toEqual([{ title: text }]);
});

test("“Make it a task instead” leaves the items where they are if no task can be added", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const text = "Buy milk and eggs";
  await addListed(own.db, family, { text, requestId: "form-of-items" });
  await addLimitEvents(own.db, [["adds_a_minute", family.userId]], 60);
  const path = `/lists/${shoppingId}/added/form-of-items/as-task`;
  const params = { id: shoppingId, request: "form-of-items" };
  const press = async () =>
    askTask(await routeArgs(own.db, { path, params, ...family, fields: { text } }));
  await press();
  expect(await listItems(own.db, family, shoppingId)).toHaveLength(2);
  await letWindowsPass(own.db);
  // Pressed two times, it is one task.
  for (const _time of [1, 2]) await press();
  expect(await listItems(own.db, family, shoppingId)).toEqual([]);
  expect(await own.db.selectFrom("tasks").select("title").execute()).toEqual([{ title: text }]);
});

test.each([
  ["", "Please enter what you need"],
  ["…", "Please enter what you need"],
  ["x".repeat(201), "Use at most 200 characters for each item"],
  ["x ".repeat(1_001), "Use at most 2,000 characters"],
])("a list refuses %j beside its field, and keeps it", async (text, error) => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const args = { path: `/lists/${shoppingId}/items`, params: { id: shoppingId } };
  const answer = await addItemsByForm(
    await routeArgs(own.db, { ...args, ...family, fields: { text } }),
  );
  expect(answer).toMatchObject({ init: { status: 400 }, data: { text, errors: [error] } });
});

test.each(["what's on the shopping list?", "show me the grocery list", "what's left to buy?"])(
  "“%s” shows what is open on the list",
  async (text) => {
    await using own = newDatabase();
    const family = await newFamily(own.db);
    await addItems(own.db, family, shoppingId, { names: ["Milk"], requestId: "request-of-milk" });
    expect(await findAnswer(own.db, family, text, nowIso())).toEqual({
      type: "list",
      id: "shopping",
      name: "Shopping",
      open: ["Milk"],
    });
  },
);

test("words that were typed without a connection go on the list once", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const sent = {
    changeId: "change-of-items",
    userId: family.userId,
    madeAt: nowIso(),
    change: { type: "add", text: "we're out of milk and eggs" },
  };
  for (let times = 0; times < 2; times += 1)
    expect(await saveChange(own.db, family, sent, () => undefined)).toEqual({ status: "done" });
  expect(await listItems(own.db, family, shoppingId)).toHaveLength(2);
});

test("a chat adds to the list, says what is on it, and takes it back", async () => {
  await using own = newDatabase();
  const family = await newTalkingFamily(own.db);
  const say = (words: string) => talk(own.db, words);
  expect(await say("add milk to the shopping list")).toBe(
    "Mila: Added Milk to Shopping. Reply UNDO to take it back.",
  );
  expect(await say("we're out of eggs, milk and diapers")).toBe(
    "Mila: Added 2 to Shopping: Eggs, Diapers. Milk is on the list already. Reply UNDO to take it back.",
  );
  expect(await say("add milk to the shopping list")).toBe("Mila: Milk is on the list already.");
  expect(await say("what's on the shopping list?")).toBe("Mila: Shopping: Milk, Eggs, Diapers.");
  expect(await say("undo")).toBe("Mila: Taken back from the list.");
  expect(await say("what's on the shopping list?")).toBe("Mila: Shopping: Milk.");
  expect(await own.db.selectFrom("tasks").selectAll().execute()).toEqual([]);
  expect(await listItems(own.db, family, shoppingId)).toHaveLength(1);
});

test("a chat puts items on a list of the household, and makes a task of words for another one", async () => {
  await using own = newDatabase();
  const family = await newTalkingFamily(own.db);
  const say = (words: string) => talk(own.db, words);
  const { id } = (await addList(own.db, family, "Camping")) as { id: string };
  expect(await say("add tent and torch to the camping list")).toContain("Camping");
  expect((await listItems(own.db, family, id)).map(({ name }) => name)).toEqual(["Tent", "Torch"]);
  await say("add Lena to the guest list");
  const tasks = await own.db.selectFrom("tasks").select("title").execute();
  expect(tasks).toHaveLength(1);
});

import { v7 as newId } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newBearer } from "../../../support/api/bearer.ts";
import { type Assistant, newAssistant } from "../../../support/mcp/assistant.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { newFamily } from "../../../support/records/family.ts";
import { dump } from "./dump.ts";
import { insertAllRecords, type InsertedRecord } from "./insert-record.ts";

let mila: SharedMila;
let ourRecords: Record<string, InsertedRecord>;

beforeAll(async () => {
  mila = await sharedMila();
  const ours = await newFamily(mila.db, { Emma: "child" });
  const person = mila.db
    .selectFrom("people")
    .select("id")
    .where("household_id", "=", ours.householdId);
  ourRecords = {
    ...(await insertAllRecords(mila, ours)),
    person: await person.executeTakeFirstOrThrow(),
  };
});

afterAll(() => mila[Symbol.asyncDispose]());

/** Of an account of its own, whose limit of changes counts the calls of one test. */
async function newStranger(): Promise<Assistant> {
  return newAssistant(mila.url, (await newBearer(mila)).secret);
}

/** What a stranger's assistant sends with an id of ours; null for a tool that takes no id. */
const calls: Record<string, ((id: string) => object) | null> = {
  add_task: null,
  list_tasks: (id) => ({ who: id }),
  search: null,
  change_task: (id) => ({ id, title: "Stolen" }),
  complete_task: (id) => ({ id }),
  undo_last: null,
  add_to_list: (id) => ({ list: id, text: "Stolen" }),
  show_list: (id) => ({ list: id }),
  tick_item: (id) => ({ item: id }),
  ask_someone: (id) => ({ id, person: id, method: "link" }),
};

test("every tool has its row", async () => {
  await using stranger = await newStranger();
  const { tools } = await stranger.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(Object.keys(calls));
});

const named = Object.entries(calls).flatMap(([name, make]) => (make ? [{ name, make }] : []));

test.for(named)("$name shows and changes nothing of another household", async ({ name, make }) => {
  await using stranger = await newStranger();
  const ask = async (id: string) => (await stranger.refused(name, make(id))).replaceAll(id, "ID");
  const nobodys = await ask(newId());
  expect(nobodys).toMatch(/no such task|Nobody here|no list called|has no "ID"/);
  const before = await dump(mila.db);
  for (const [kind, { id, iid }] of Object.entries(ourRecords)) {
    // Each household has a shopping list by this name.
    if (id === "shopping" && !iid) continue;
    expect([kind, await ask(iid ?? id)]).toEqual([kind, nobodys]);
  }
  expect(await dump(mila.db)).toEqual(before);
});

test("lists, the week and a search have nothing of another household", async () => {
  await using another = await newStranger();
  for (const [name, args] of [
    ["list_tasks", {}],
    ["list_tasks", { when: "week" }],
    ["list_tasks", { when: "open" }],
    ["search", { words: "milk" }],
    ["show_list", {}],
  ] as const) {
    const words = await another.tell(name, args);
    const known = Object.values(ourRecords).filter(({ id }) => words.includes(id));
    expect(known.filter(({ id }) => id !== "shopping")).toEqual([]);
  }
  expect(await another.refused("undo_last")).toContain("nothing that can be taken back");
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { apiClient } from "../../support/api/client.ts";
import { dataOf, newSecret } from "../../support/api/bearer.ts";
import { davClient, type DavClient, todo } from "../../support/dav/dav-client.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";
import { signedInFamily } from "../security/signed-in.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

async function newHome() {
  const family = await signedInFamily(mila.db);
  const client = davClient(mila.url, family, await newSecret(mila.db, family, "write"));
  const browser = new FormBrowser(mila.url, { cookie: family.cookie });
  return { client, browser, api: apiClient(mila.url, client.secret) };
}

async function tasksOf({ secret }: DavClient) {
  const query = { is_completed: "false", limit: 100 } as const;
  return dataOf(await apiClient(mila.url, secret).GET("/tasks", { params: { query } })).tasks;
}

const isNew = { "If-None-Match": "*" };
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

async function remove(client: DavClient, calendar: string, name: string) {
  expect((await client.send("DELETE", client.at(calendar, name))).status).toBe(204);
}

test("many tasks that move by deletions first are there once, and nothing waits", async () => {
  const { client, browser } = await newHome();
  for (const at of numbers(30))
    await client.put(client.at("household", `${at}.ics`), todo(`m${at}`, `SUMMARY:Task ${at}`));
  const ids = (await tasksOf(client)).map(({ id }) => id).toSorted();
  for (const at of numbers(30)) await remove(client, "household", `${at}.ics`);
  for (const at of numbers(30)) {
    const text = todo(`m${at}`, `SUMMARY:Task ${at}`);
    expect((await client.put(client.at("kids", `${at}.ics`), text, isNew)).status).toBe(201);
  }
  const moved = await tasksOf(client);
  expect(moved.map(({ id }) => id).toSorted()).toEqual(ids);
  expect(new Set(moved.map(({ category }) => category))).toEqual(new Set(["Kids"]));
  expect(Object.keys((await client.sync("household")).changes)).toEqual([]);
  expect(Object.keys((await client.sync("kids")).changes)).toHaveLength(30);
  await browser.visit("/preferences/data/deletions");
  expect(browser.text).toContain("Nothing waits for you.");
});

test("what waits and moves to a list of items is there once", async () => {
  const { client, browser } = await newHome();
  for (const at of numbers(8))
    await client.put(client.at("kids", `${at}.ics`), todo(`i${at}`, `SUMMARY:Fruit ${at}`));
  for (const at of numbers(8)) await remove(client, "kids", `${at}.ics`);
  for (const at of numbers(8))
    await client.put(
      client.at("list-shopping", `${at}.ics`),
      todo(`i${at}`, `SUMMARY:Fruit ${at}`),
    );
  expect(await tasksOf(client)).toEqual([]);
  await browser.visit("/preferences/data/deletions");
  expect(browser.text).toContain("Nothing waits for you.");
});

test.for([
  ["to another calendar", "kids", "m.ics"],
  ["to its own calendar", "household", "m.ics"],
  ["to its own calendar by another name", "household", "other.ics"],
] as const)("a task that comes back %s keeps what Mila knows", async ([, calendar, name]) => {
  const { client, browser, api } = await newHome();
  await client.put(
    client.at("household", "m.ics"),
    todo("m", "SUMMARY:Fix bike", "DUE;VALUE=DATE:20310106", "RRULE:FREQ=WEEKLY"),
  );
  const [{ id } = { id: "" }] = await tasksOf(client);
  const { people } = dataOf(await api.GET("/people"));
  const assignee_id = people[0]!.id;
  dataOf(await api.PATCH("/tasks/{id}", { params: { path: { id } }, body: { assignee_id } }));
  const { text } = await client.get(client.at("household", "m.ics"));
  await remove(client, "household", "m.ics");
  expect(await tasksOf(client)).toEqual([]);
  const sent = text.replace("Fix bike", "Fix the bike");
  expect((await client.put(client.at(calendar, name), sent, isNew)).status).toBe(201);
  const tasks = await tasksOf(client);
  expect(tasks).toMatchObject([
    {
      id,
      assignee_id,
      title: "Fix the bike",
      category: calendar === "kids" ? "Kids" : "Household",
    },
  ]);
  expect(Object.keys((await client.sync(calendar)).changes)).toEqual([name]);
  expect(dataOf(await api.GET("/series")).series).toMatchObject([{ rule: "FREQ=WEEKLY" }]);
  await browser.visit("/deleted");
  expect(browser.text).not.toContain("Fix");
});

test("a task that a page moves leaves one with the same file name alone", async () => {
  const { client, api } = await newHome();
  const [kids, household] = [client.at("kids", "1.ics"), client.at("household", "1.ics")];
  const pack = todo("pack", "SUMMARY:Pack", "X-KEPT:1");
  const call = todo("call", "SUMMARY:Call", "X-KEPT:2");
  await client.put(kids, pack);
  await client.put(household, call);
  const { id } = (await tasksOf(client)).find(({ title }) => title === "Pack")!;
  await api.PATCH("/tasks/{id}", { params: { path: { id } }, body: { category: "Household" } });
  expect(Object.keys((await client.sync("kids")).changes)).toEqual([]);
  const names = Object.keys((await client.sync("household")).changes).toSorted();
  expect(names).toHaveLength(2);
  expect((await client.get(household)).text).toBe(call);
  const other = names.find((name) => name !== "1.ics");
  expect((await client.get(client.at("household", other))).text).toBe(pack);
});

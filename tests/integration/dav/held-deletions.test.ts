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
  return { client, browser: new FormBrowser(mila.url, { cookie: family.cookie }) };
}

async function openTasksOf({ secret }: DavClient) {
  const query = { is_completed: "false", limit: 100 } as const;
  return dataOf(await apiClient(mila.url, secret).GET("/tasks", { params: { query } })).tasks
    .length;
}

async function fill(client: DavClient, calendar: string, count: number, ...lines: string[]) {
  for (let at = 0; at < count; at += 1)
    await client.put(
      client.at(calendar, `${at}.ics`),
      todo(`${calendar}-${at}`, `SUMMARY:Task ${at}`, ...lines),
    );
}

async function empty(client: DavClient, calendar: string, count: number) {
  for (let at = 0; at < count; at += 1)
    expect((await client.send("DELETE", client.at(calendar, `${at}.ics`))).status).toBe(204);
}

test("more than 20 deletions in a minute wait for a person, who keeps them", async () => {
  const { client, browser } = await newHome();
  await fill(client, "kids", 60);
  const { token } = await client.sync("kids");
  await empty(client, "kids", 25);
  expect(await openTasksOf(client)).toBe(40);
  const gone = Object.values((await client.sync("kids", token)).changes);
  expect(gone).toEqual(Array.from({ length: 25 }, () => null));
  await browser.visit("/dashboard");
  expect(browser.text).toContain("A tasks app has deleted a lot at once, so I have kept 5 things.");
  await browser.follow("Keep or delete them");
  expect(browser.text).toContain("Task 24");
  const before = (await client.sync("kids")).token;
  await browser.press("Keep them");
  const back = Object.keys((await client.sync("kids", before)).changes).toSorted();
  expect(back).toEqual(["20.ics", "21.ics", "22.ics", "23.ics", "24.ics"]);
  expect(browser.text).toContain("Nothing waits for you.");
  await browser.visit("/dashboard");
  expect(browser.text).not.toContain("deleted a lot at once");
});

test("half of a list waits as well, and goes once a person says so", async () => {
  const { client, browser } = await newHome();
  await fill(client, "list-shopping", 10);
  await empty(client, "list-shopping", 8);
  const items = async () => {
    const params = { path: { id: "shopping" } };
    const answer = await apiClient(mila.url, client.secret).GET("/lists/{id}/items", { params });
    return dataOf(answer).items.length;
  };
  expect(await items()).toBe(5);
  await browser.visit("/preferences/data/deletions");
  await browser.press("Delete them");
  expect(await items()).toBe(2);
  expect(browser.text).toContain("Nothing waits for you.");
});

test("what is done may be cleared at once", async () => {
  const { client, browser } = await newHome();
  await fill(client, "kids", 30, "STATUS:COMPLETED");
  await empty(client, "kids", 30);
  await browser.visit("/preferences/data/deletions");
  expect(browser.text).toContain("Nothing waits for you.");
});

test("a client that sends back what it has deleted has it again", async () => {
  const { client, browser } = await newHome();
  await fill(client, "kids", 10);
  await empty(client, "kids", 6);
  expect(await openTasksOf(client)).toBe(5);
  const again = await client.put(client.at("kids", "5.ics"), todo("kids-5", "SUMMARY:Task five"));
  expect(again.status).toBe(204);
  expect(await openTasksOf(client)).toBe(5);
  await browser.visit("/preferences/data/deletions");
  expect(browser.text).toContain("Nothing waits for you.");
});

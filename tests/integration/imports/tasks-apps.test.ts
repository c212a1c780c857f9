import { afterAll, beforeAll, expect, test } from "vitest";
import { newSecret } from "../../support/api/bearer.ts";
import { calendarOf, davClient, todo } from "../../support/dav/dav-client.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";
import { signedInFamily } from "../security/signed-in.ts";
import { errorOf, importAll, tasksOf, upload } from "./importing.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

async function newHome() {
  const family = await signedInFamily(mila.db);
  const client = davClient(mila.url, family, await newSecret(mila.db, family, "write"));
  const browser = new FormBrowser(mila.url, { cookie: family.cookie });
  return { family, client, browser, list: () => tasksOf(mila, family.householdId) };
}

const due = ["DTSTART;VALUE=DATE:20310105", "DUE;VALUE=DATE:20310105"];
const todos = [
  ["one", "SUMMARY:Task 1", ...due],
  ["two", "SUMMARY:Task 2", ...due, "RRULE:FREQ=WEEKLY"],
  ["three", "SUMMARY:Task 3"],
] as const;
const file = calendarOf(
  todos.flatMap(([uid, ...lines]) => [
    "BEGIN:VTODO",
    `UID:${uid}`,
    "DTSTAMP:20300101T000000Z",
    ...lines,
    "END:VTODO",
  ]),
);

test("what a tasks app has brought is here already for a calendar file", async () => {
  const { client, browser, list } = await newHome();
  for (const [uid, ...lines] of todos)
    await client.put(client.at("household", `${uid}.ics`), todo(uid, ...lines));
  await upload(browser, file, "x.ics");
  expect(browser.text).toContain("3 here already");
  expect(await list()).toHaveLength(3);
});

test("a tasks app that sends what a calendar file has brought finds it", async () => {
  const { client, browser, list } = await newHome();
  await upload(browser, file, "x.ics");
  await importAll(browser);
  const before = (await list()).map(({ id }) => id);
  expect(before).toHaveLength(3);
  for (const [uid, ...lines] of todos) {
    const isDone = uid === "three" ? ["STATUS:COMPLETED"] : [];
    const text = todo(uid, ...lines, ...isDone);
    const put = await client.put(client.at("elders", `${uid}.ics`), text, {
      "If-None-Match": "*",
    });
    expect(put.status).toBe(201);
  }
  const after = await list();
  expect(after.map(({ id }) => id)).toEqual(before);
  expect(after.map(({ category }) => category)).toEqual(["Elders", "Elders", "Elders"]);
  expect(after.map(({ is_completed }) => is_completed)).toEqual([0, 0, 1]);
  expect(Object.keys((await client.sync("elders")).changes).toSorted()).toEqual([
    "one.ics",
    "three.ics",
    "two.ics",
  ]);
  expect(Object.keys((await client.sync("household")).changes)).toEqual([]);
});

test("Mila's own calendar file is here already, as a file and by a tasks app", async () => {
  const { family, client, browser, list } = await newHome();
  for (const [uid, ...lines] of todos)
    await client.put(client.at("household", `${uid}.ics`), todo(uid, ...lines));
  const answer = await fetch(`${mila.url}/preferences/data/tasks.ics`, {
    headers: { cookie: family.cookie },
  });
  const own = await answer.text();
  await upload(browser, own, "tasks.ics");
  expect(browser.text).toContain("3 here already");
  for (const [block, uid = ""] of own.matchAll(/BEGIN:VTODO\r\nUID:(.*)\r\n[^]*?END:VTODO/g))
    await client.put(client.at("household", `${uid}.ics`), calendarOf([block]));
  expect(await list()).toHaveLength(3);
  expect(Object.keys((await client.sync("household")).changes)).toHaveLength(3);
});

test("a sheet with semicolons is read", async () => {
  const { browser, list } = await newHome();
  const sheet = "Title;Notes;Category;Due date\r\nDentist;At ten, with Emma;Kids;2031-01-21\r\n";
  await upload(browser, sheet, "x.csv");
  expect(errorOf(browser)).toBe("");
  await importAll(browser);
  expect(await list()).toMatchObject([
    { title: "Dentist", description: "At ten, with Emma", category: "Kids" },
  ]);
});

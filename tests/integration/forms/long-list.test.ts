import { afterAll, beforeAll, expect, test } from "vitest";
import { v7 as newId } from "uuid";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { plantTask, signedInFamily } from "../security/signed-in.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

/** 900 open and 250 completed tasks, added one after the other. */
async function newBusyFamily() {
  const family = await signedInFamily(mila.db);
  const tasks = Array.from({ length: 1_150 }, (_, index) => ({
    id: newId(),
    household_id: family.householdId,
    user_id: family.userId,
    title: `Errand ${index}`,
    category: "Household" as const,
    is_completed: index < 250 ? (1 as const) : (0 as const),
    created_at: laterBy(nowIso(), { seconds: index - 2_000 }),
  }));
  await mila.db.insertInto("tasks").values(tasks.slice(0, 575)).execute();
  await mila.db.insertInto("tasks").values(tasks.slice(575)).execute();
  return new FormBrowser(mila.url, { cookie: family.cookie });
}

const titlesOn = (browser: FormBrowser) =>
  browser.headings(3).filter((title) => title.startsWith("Errand"));

test("an answer of /family has 500 tasks at most, and goes on below", async () => {
  const nora = await newBusyFamily();
  await nora.visit("/family?pages=100");
  expect(titlesOn(nora)).toHaveLength(250);
  const beginning = nora.url;
  await nora.visit("/family?pages=2");
  expect(titlesOn(nora)).toHaveLength(500);
  const seen = new Set(titlesOn(nora));
  for (const shown of [250, 500, 150]) {
    await nora.follow("Show more tasks");
    expect(titlesOn(nora)).toHaveLength(shown);
    for (const title of titlesOn(nora)) seen.add(title);
  }
  expect(seen.size).toBe(1_150);
  expect(nora.text).not.toContain("Show more tasks");
  expect(nora.text).not.toContain("You're all caught up!");

  const shown = nora.url;
  await nora.card("Errand 250").press("Mark as complete");
  expect(nora.url).toBe(shown);
  expect(titlesOn(nora)).toContain("Errand 0");

  await nora.follow("Back to the newest tasks");
  expect(titlesOn(nora)).toHaveLength(250);
  expect(nora.url.replace("?filter=all", "")).toBe(beginning.replace("?pages=100", ""));
});

test("Home has 500 tasks at most", async () => {
  const nora = await newBusyFamily();
  await nora.visit("/dashboard?open=household-no-date.999");
  expect(titlesOn(nora)).toHaveLength(500);
  expect(nora.text).toContain("No date 900");
});

test("a place in the list that nobody could have is the beginning", async () => {
  const nora = await newBusyFamily();
  for (const after of [
    "~",
    "x",
    "2031_1~",
    `${"2".repeat(40)}_a~`,
    "2026-11-27T00:00:00.000Z_../..~",
  ]) {
    await nora.visit(`/family?${new URLSearchParams({ after })}`);
    expect(titlesOn(nora)).toHaveLength(250);
  }
});

test("a place in another household's list shows one's own tasks only", async () => {
  await newBusyFamily();
  const { id, created_at } = await mila.db
    .selectFrom("tasks")
    .select(["id", "created_at"])
    .where("title", "=", "Errand 1149")
    .orderBy("created_at", "desc")
    .executeTakeFirstOrThrow();
  const sam = await signedInFamily(mila.db);
  await plantTask(mila.db, sam, { title: "Errand of Sam" });
  const browser = new FormBrowser(mila.url, { cookie: sam.cookie });
  await browser.visit(`/family?after=${created_at}_${id}~${created_at}_${id}`);
  expect(titlesOn(browser)).toEqual(["Errand of Sam"]);
});

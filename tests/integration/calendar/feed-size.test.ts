import { afterAll, beforeAll, expect, test } from "vitest";
import { v7 as newId } from "uuid";
import { nowIso, wallClockAt } from "#app/domain/core/time.ts";
import { dueColumns } from "#app/domain/tasks/due/due.server.ts";
import { renewFeedLink } from "#app/domain/calendar/files/feed-settings.server.ts";
import { completeTask } from "#app/domain/tasks/changing/task.server.ts";
import { datedTask, feedPath, readEvents } from "../../support/messages/calendar.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";
import { rawRequest } from "../../support/product/raw-request.ts";
import { newSeries } from "../../support/records/series.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const read = (path: string, headers: Record<string, string> = {}) =>
  rawRequest(mila.url, path, { headers });
const pathOf = ({ userId }: TestFamily) =>
  feedPath(mila.db, userId, { dataFolder: mila.dataFolder });
const dayFrom = ({ timeZone }: TestFamily, days: number) =>
  wallClockAt(nowIso(), timeZone).add({ days }).toPlainDate().toString();

/** One due each day from the day after tomorrow, or each day before yesterday. */
async function plantDaily(family: TestFamily, count: number, direction: 1 | -1): Promise<void> {
  const { userId: user_id, householdId: household_id, timeZone } = family;
  const tasks = Array.from({ length: count }, (_, index) => ({
    id: newId(),
    user_id,
    household_id,
    title: `Task ${index}`,
    category: "Kids" as const,
    created_at: nowIso(),
    ...dueColumns(`${dayFrom(family, direction * (index + 2))}T12:00`, timeZone),
  }));
  for (let from = 0; from < count; from += 500)
    await mila.db
      .insertInto("tasks")
      .values(tasks.slice(from, from + 500))
      .execute();
}

test("a feed has the 2,000 events nearest to today", async () => {
  const nora = await newFamily(mila.db);
  await plantDaily(nora, 1_500, 1);
  await plantDaily(nora, 1_500, -1);
  const path = await pathOf(nora);
  const starts = readEvents((await read(path)).text).map(({ dtstart }) => String(dtstart));
  expect(starts.length).toBe(2_000);
  const days = starts.map((start) => Math.abs(Date.parse(start) - Date.now()) / 86_400_000);
  expect(Math.max(...days)).toBeLessThan(1_003);
});

test("dates of many repeating tasks leave no room for what is far away, and every series has its next one", async () => {
  const nora = await newFamily(mila.db);
  const due = `${dayFrom(nora, 1)}T19:00`;
  for (let count = 0; count < 30; count += 1)
    await newSeries(mila.db, nora, { rule: "FREQ=DAILY", due, now: nowIso() });
  const far = await datedTask(mila.db, nora, `${dayFrom(nora, 400)}T12:00`);
  const events = readEvents((await read(await pathOf(nora))).text);
  expect(events.length).toBe(2_000);
  expect(events.map(({ uid }) => uid)).not.toContain(far);
  const perDay = Map.groupBy(events, ({ dtstart }) => String(dtstart));
  expect(perDay.size).toBe(67);
  expect([...perDay.values()].filter(({ length }) => length === 30).length).toBe(66);
});

test("an unchanged feed is made once, and again after a change", async () => {
  const nora = await newFamily(mila.db);
  const id = await datedTask(mila.db, nora, "2031-06-10T15:00", { title: "Pick up Emma" });
  const path = await pathOf(nora);
  const first = await read(path);
  // Bypasses all that announces a change, so that only a new reading of the rows would show it.
  await mila.db.updateTable("tasks").set({ title: "Unannounced" }).where("id", "=", id).execute();
  const answers = await Promise.all(Array.from({ length: 5 }, () => read(path)));
  expect(new Set(answers.map(({ text }) => text))).toEqual(new Set([first.text]));
  await completeTask(mila.db, nora, id);
  expect((await read(path)).text).toContain("SUMMARY:✓ Unannounced");
});

test("a link gives 30 whole answers in a quarter of an hour, and any number of unchanged ones", async () => {
  const nora = await newFamily(mila.db);
  await datedTask(mila.db, nora, "2031-06-10T15:00");
  const path = await pathOf(nora);
  const { etag = "" } = (await read(path)).headers;
  for (let count = 0; count < 40; count += 1)
    expect((await read(path, { "if-none-match": String(etag) })).status).toBe(304);
  for (let count = 1; count < 30; count += 1) expect((await read(path)).status).toBe(200);
  const refused = await read(path);
  expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "900"]);
  expect(refused.text).toBe(
    "This calendar was read very often. It answers again in a quarter of an hour.",
  );
  expect((await read(path, { "if-none-match": String(etag) })).status).toBe(304);

  const sam = await newFamily(mila.db);
  expect((await read(await pathOf(sam))).status).toBe(200);
  await renewFeedLink(mila.db, nora);
  expect((await read(await pathOf(nora))).status).toBe(200);
});

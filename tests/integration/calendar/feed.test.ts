import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { findFeed, listFeedEvents } from "#app/domain/calendar/files/feed.server.ts";
import { addReminder } from "#app/domain/reminders/add-reminder.server.ts";
import {
  completeTask,
  deleteTask,
  restoreTask,
  setDueDate,
} from "#app/domain/tasks/changing/task.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { loader } from "#app/routes/calendar-feed/feed.ts";
import type { Database } from "#db/schema.ts";
import { datedTask, feedPath, readCalendar, readEvents } from "../../support/messages/calendar.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { routeArgs } from "../../support/text/route.ts";

async function readFeed(db: Kysely<Database>, path: string): Promise<string> {
  const token = /^\/calendar\/(.+)\.ics$/.exec(path)?.[1] ?? "";
  return (await loader(await routeArgs(db, { path, params: { token } }))).text();
}

test("a task is an entry of one hour with all its details", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const more = { title: "Dentist, with Emma; at 3", description: "Bring the card\nand the letter" };
  const id = await datedTask(own.db, nora, "2031-06-10T15:00", more);
  const [event] = readEvents(await readFeed(own.db, await feedPath(own.db, nora.userId)));
  expect(event).toEqual({
    uid: id,
    sequence: 1,
    dtstamp: expect.any(String),
    "last-modified": expect.any(String),
    created: expect.any(String),
    dtstart: "2031-06-10T19:00:00.000Z",
    dtend: "2031-06-10T20:00:00.000Z",
    summary: "Dentist, with Emma; at 3",
    description: "Bring the card\nand the letter",
    categories: "Kids",
    status: "CONFIRMED",
    transp: "TRANSPARENT",
    alarms: [],
  });
});

test("the file names itself and how often to poll", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const calendar = readCalendar(await readFeed(own.db, await feedPath(own.db, nora.userId)));
  const [version, product, name] = ["version", "prodid", "x-wr-calname"].map((property) =>
    calendar.getFirstPropertyValue(property),
  );
  expect([version, product, name]).toEqual(["2.0", "-//Mila//Mila//EN", "Mila"]);
  expect(String(calendar.getFirstPropertyValue("refresh-interval"))).toBe("PT1H");
});

test("the feed has only the household's dated tasks in the chosen categories", async () => {
  await using own = newDatabase();
  const [nora, others] = [await newFamily(own.db), await newFamily(own.db)];
  await datedTask(own.db, nora, "2031-06-10T15:00", { title: "Kids", category: "Kids" });
  await datedTask(own.db, nora, "2031-06-10T15:00", { title: "Elders", category: "Elders" });
  await datedTask(own.db, nora, "2031-06-10T15:00", { title: "Household", category: "Household" });
  await datedTask(own.db, nora, "", { title: "Undated", category: "Kids" });
  await datedTask(own.db, others, "2031-06-10T15:00", { title: "Theirs", category: "Kids" });
  const path = await feedPath(own.db, nora.userId, { shown: ["Kids", "Elders"] });
  const titles = readEvents(await readFeed(own.db, path)).map(({ summary }) => summary);
  expect(titles.toSorted()).toEqual(["Elders", "Kids"]);
});

test("alarms are the user's own upcoming reminders", async () => {
  await using own = newDatabase();
  const [nora, sam] = [await newFamily(own.db), await newFamily(own.db)];
  const id = await datedTask(own.db, nora, "2031-06-10T15:00");
  await own.db.updateTable("user_preferences").set({ reminder_two_days_before: 0 }).execute();
  for (const minutesBefore of [60, 30, 5]) await addReminder(own.db, nora, id, { minutesBefore });
  await own.db
    .updateTable("reminders")
    .set({ status: "cancelled" })
    .where("minutes_before", "=", 30)
    .execute();
  await own.db
    .updateTable("reminders")
    .set({ user_id: sam.userId })
    .where("minutes_before", "=", 5)
    .execute();
  const [event] = readEvents(await readFeed(own.db, await feedPath(own.db, nora.userId)));
  expect(event?.alarms).toEqual([
    { action: "DISPLAY", description: "Pick up Emma", seconds: -3_600 },
  ]);
});

test("a deleted task is cancelled with a higher sequence and returns when restored", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const id = await datedTask(own.db, nora, "2031-06-10T15:00");
  await addReminder(own.db, nora, id, { minutesBefore: 60 });
  const path = await feedPath(own.db, nora.userId);
  const read = async () => readEvents(await readFeed(own.db, path));
  await setDueDate(own.db, nora, id, "2031-06-11T15:00", nora.timeZone);
  expect(await read()).toMatchObject([
    { uid: id, sequence: 2, dtstart: "2031-06-11T19:00:00.000Z" },
  ]);
  await deleteTask(own.db, nora, id);
  expect(await read()).toMatchObject([{ uid: id, sequence: 3, status: "CANCELLED", alarms: [] }]);
  await restoreTask(own.db, nora, id);
  expect(await read()).toMatchObject([{ uid: id, sequence: 4, status: "CONFIRMED" }]);
});

test("a completed task has a tick and no alarm, and leaves the feed a month after its date", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const id = await datedTask(own.db, nora, "2031-06-10T15:00");
  const openId = await datedTask(own.db, nora, "2031-06-10T15:00", { title: "Still open" });
  await addReminder(own.db, nora, id, { minutesBefore: 60 });
  await completeTask(own.db, nora, id);
  const path = await feedPath(own.db, nora.userId);
  const done = readEvents(await readFeed(own.db, path)).find(({ uid }) => uid === id);
  expect(done).toMatchObject({
    summary: "✓ Pick up Emma",
    status: "CONFIRMED",
    sequence: 2,
    alarms: [],
  });
  const { id: feedId } = await own.db
    .selectFrom("calendar_feeds")
    .select("id")
    .executeTakeFirstOrThrow();
  const feed = await findFeed(own.db, { id: feedId, version: 1 });
  const shownOn = async (now: string) =>
    (await listFeedEvents(own.db, feed!, null, now)).map(({ uid }) => uid);
  expect(await shownOn("2031-07-10T12:00:00.000Z")).toContain(id);
  expect(await shownOn("2031-07-11T12:00:00.000Z")).toEqual([openId]);
});

test("entries link to their tasks when this Mila has an address", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const id = await datedTask(own.db, nora, "2031-06-10T15:00", { description: "Bring the card" });
  await feedPath(own.db, nora.userId);
  const feed = { ...nora, categories: ["Kids" as const], revision: 0, changedAt: nowIso() };
  const url = `https://mila.example.com/tasks/${id}`;
  expect(await listFeedEvents(own.db, feed, "https://mila.example.com")).toMatchObject([
    { url, description: `Bring the card\n\n${url}` },
  ]);
});

test("an entry's timestamp is the last change of its household or of the user's membership", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const id = await datedTask(own.db, nora, "2031-06-10T15:00");
  const path = await feedPath(own.db, nora.userId);
  await own.db
    .updateTable("calendar_feeds")
    .set({ changed_at: "2021-01-01T00:00:00.000Z" })
    .execute();
  await own.db
    .updateTable("household_members")
    .set({ joined_at: "2022-02-02T00:00:00.000Z" })
    .execute();
  const stamps = async () => {
    const [event] = readEvents(await readFeed(own.db, path));
    return [event?.["dtstamp"], event?.["last-modified"]];
  };
  expect(await stamps()).toEqual(["2022-02-02T00:00:00.000Z", "2022-02-02T00:00:00.000Z"]);
  await completeTask(own.db, nora, id);
  const { revised_at } = await own.db
    .selectFrom("households")
    .select("revised_at")
    .executeTakeFirstOrThrow();
  expect(laterBy(revised_at ?? "", { seconds: 60 }) > nowIso()).toBe(true);
  const second = `${revised_at?.slice(0, 19)}.000Z`;
  expect(await stamps()).toEqual([second, second]);
});

import { sql, type Kysely } from "kysely";
import { expect, test } from "vitest";
import { nearestTasksQueries } from "#app/domain/tasks/lists/dated-tasks.server.ts";
import { pendingOfTasksQuery } from "#app/domain/reminders/lists/pending-reminders.server.ts";
import { saveReminderPreferences } from "#app/domain/reminders/reminder-preferences.server.ts";
import { feedState } from "#app/domain/calendar/files/feed.server.ts";
import { writeFact } from "#app/domain/instance/facts.server.ts";
import { endRestoredAccess } from "#app/domain/lifecycle/hold-restored.server.ts";
import { saveFeed } from "#app/domain/calendar/files/feed-settings.server.ts";
import { addReminder } from "#app/domain/reminders/add-reminder.server.ts";
import { completeTask, deleteTask, setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { loader } from "#app/routes/calendar-feed/feed.ts";
import { isNotModified, validatorHeaders } from "#app/routes/calendar-feed/conditional.server.ts";
import type { Database } from "#db/schema.ts";
import { datedTask, feedPath } from "../../support/messages/calendar.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";
import { setClock } from "../../support/series/live.ts";
import { routeArgs } from "../../support/text/route.ts";
import { addTask } from "../../support/people/say.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

async function ask(
  db: Kysely<Database>,
  path: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const [, token = ""] = /\/calendar\/(.+)\.ics$/.exec(path) ?? [];
  const args = await routeArgs(db, { path, params: { token } });
  return loader({ ...args, request: new Request(args.request, { headers }) });
}

const preferences = {
  reminderTwoDaysBefore: false,
  reminderOneHourBefore: true,
  dailySummaryEnabled: false,
  schoolMailEnabled: false,
};

const changes: [
  string,
  (db: Kysely<Database>, nora: TestFamily, id: string) => Promise<unknown>,
][] = [
  ["a task is new", (db, nora) => addTask(db, nora, { text: "Water the plants tomorrow at 5" })],
  ["a task is moved", (db, nora, id) => setDueDate(db, nora, id, "2031-06-11T15:00", "UTC")],
  ["a task is done", (db, nora, id) => completeTask(db, nora, id)],
  ["a task is deleted", (db, nora, id) => deleteTask(db, nora, id)],
  ["a reminder is added", (db, nora, id) => addReminder(db, nora, id, { minutesBefore: 60 })],
  ["reminders are wanted otherwise", (db, nora) => saveReminderPreferences(db, nora, preferences)],
  ["other categories are chosen", (db, { userId }) => saveFeed(db, userId, ["Kids"])],
];

test.for(changes)("an unchanged feed is not sent again until %s", async ([, change]) => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const id = await datedTask(own.db, nora, "2031-06-10T15:00");
  const path = await feedPath(own.db, nora.userId);
  const tag = (await ask(own.db, path)).headers.get("ETag") ?? "";
  const again = await ask(own.db, path, { "If-None-Match": `"another", ${tag}` });
  expect([again.status, await again.text(), again.headers.get("ETag")]).toEqual([304, "", tag]);
  await change(own.db, nora, id);
  const changed = await ask(own.db, path, {
    "If-None-Match": tag,
    "If-Modified-Since": "Fri, 01 Jan 2100 00:00:00 GMT",
  });
  expect(changed.status).toBe(200);
  expect(changed.headers.get("ETag")).not.toBe(tag);
});

test("after a restore the feed is sent again, even if it is unchanged", async () => {
  await using own = newDatabase();
  const { db } = own;
  const madeAt = "2031-06-10T09:00:00.000Z";
  setClock(madeAt);
  const path = await feedPath(db, (await newFamily(db)).userId);
  const since = { "If-Modified-Since": "Tue, 10 Jun 2031 11:00:00 GMT" };
  setClock("2031-06-10T12:00:00.000Z");
  expect((await ask(db, path, since)).status).toBe(304);
  await writeFact(db, "restored_backup", madeAt);
  await endRestoredAccess(db, nowIso());
  expect((await ask(db, path, since)).status).toBe(200);
});

test("a user in a new household gets that household's feed", async () => {
  await using own = newDatabase();
  const [nora, sam] = [await newFamily(own.db), await newFamily(own.db)];
  const path = await feedPath(own.db, nora.userId);
  const tag = (await ask(own.db, path)).headers.get("ETag") ?? "";
  const moved = { household_id: sam.householdId, joined_at: laterBy(nowIso(), { seconds: 5 }) };
  await own.db
    .updateTable("household_members")
    .set(moved)
    .where("user_id", "=", nora.userId)
    .execute();
  const id = await datedTask(own.db, sam, "2031-06-10T15:00");
  const answer = await ask(own.db, path, { "If-None-Match": tag });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining(id)]);
});

test("If-Modified-Since works, except within the second of a change", () => {
  const state = { tag: "a", changedAt: "2031-06-10T15:00:00.900Z" };
  const sentAt = (instant: string) => validatorHeaders(state, Date.parse(instant))["Last-Modified"];
  expect(sentAt("2031-06-10T15:00:00.950Z")).toBeUndefined();
  expect(sentAt("2031-06-10T15:00:01.000Z")).toBe("Tue, 10 Jun 2031 15:00:00 GMT");
  const asking = (since: string) =>
    new Request("http://localhost", { headers: { "If-Modified-Since": since } });
  expect(isNotModified(asking("Tue, 10 Jun 2031 15:00:00 GMT"), state)).toBe(true);
  expect(isNotModified(asking("Tue, 10 Jun 2031 14:59:59 GMT"), state)).toBe(false);
  expect(isNotModified(asking("yesterday"), state)).toBe(false);
  expect(isNotModified(new Request("http://localhost"), state)).toBe(false);
});

test("the feed changes each day as completed tasks age", () => {
  const feed = {
    userId: "",
    householdId: "",
    categories: ["Kids" as const],
    revision: 7,
    changedAt: "2031-06-10T15:00:00.000Z",
  };
  const at = (now: string) => feedState(feed, null, now);
  expect(at("2031-06-10T23:59:59.000Z")).toEqual(at("2031-06-10T16:00:00.000Z"));
  expect(at("2031-06-11T00:00:00.000Z").tag).not.toBe(at("2031-06-10T23:59:59.000Z").tag);
  expect(at("2031-06-11T09:00:00.000Z").changedAt).toBe("2031-06-11T00:00:00.000Z");
  const restored = { ...feed, changedAt: "2031-06-10T15:30:00.000Z" };
  expect(feedState(restored, null, "2031-06-10T16:00:00.000Z").tag).not.toBe(
    at("2031-06-10T16:00:00.000Z").tag,
  );
  expect(feedState(feed, "https://mila.example.com", "2031-06-10T16:00:00.000Z").tag).not.toBe(
    at("2031-06-10T16:00:00.000Z").tag,
  );
});

test.skipIf(skippedOnPostgres.plans)(
  "the feed's queries use indexes and need no sorting",
  async () => {
    await using own = newDatabase();
    const now = nowIso();
    const wanted = { categories: ["Kids" as const], since: now, now };
    const plans = nearestTasksQueries(own.db, "any", wanted).map(async (query) =>
      JSON.stringify(await query.limit(1).explain(undefined, sql`query plan`)),
    );
    const [openAhead, open, doneAhead, done, ...deleted] = await Promise.all(plans);
    for (const plan of [openAhead, open])
      expect(plan).toMatch(/INDEX tasks_by_due_date \(household_id=\? AND due_date[<>]/);
    for (const plan of [doneAhead, done])
      expect(plan).toMatch(/INDEX tasks_done_by_due_date \(household_id=\? AND due_date[<>]/);
    for (const plan of deleted)
      expect(plan).toContain("tasks_deleted_of_household (household_id=?");
    expect([openAhead, open, doneAhead, done].join("")).not.toContain("TEMP B-TREE");
    const reminders = pendingOfTasksQuery(own.db, "any", ["any"]);
    expect(JSON.stringify(await reminders.explain(undefined, sql`query plan`))).toMatch(
      /reminders USING INDEX \w+ \(/,
    );
  },
);

import type { Kysely } from "kysely";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { nowIso } from "#app/domain/core/time.ts";
import { changeSelected, undoAtOnce } from "#app/domain/pages/change-at-once.server.ts";
import { findHome } from "#app/domain/pages/home.server.ts";
import { findCardSeries } from "#app/domain/series/card-series.server.ts";
import { findWeekPage } from "#app/domain/pages/week-days.server.ts";
import { clearDate, restoreDate } from "#app/domain/tasks/changing/clear-date.server.ts";
import { completeTask, editTask, setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { countOverdue } from "#app/domain/tasks/lists/overdue.server.ts";
import { readWeek } from "#app/domain/tasks/week/week.server.ts";
import type { Database } from "#db/schema.ts";
import { openDatabase } from "#db/connection.server.ts";
import { migrateToLatest } from "#db/migrate.ts";
import { newTalkingFamily, talk } from "../../support/messages/talk.ts";
import { addTask } from "../../support/people/say.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";
import { oldInstallation } from "../../support/records/old-database.ts";

const zone = "America/New_York";

/** It is Wednesday, 9 AM in New York. */
const wednesday = "2041-06-12T13:00:00.000Z";

function at(instant: string): void {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(instant) });
  onTestFinished(() => void vi.useRealTimers());
}

async function timeOf(db: Kysely<Database>, family: TestFamily, id: string) {
  const { due_local, due_has_time } = (await findTask(db, family, id))!;
  return [due_local, due_has_time === 1 ? "timed" : "day"];
}

/** The cards of Home as "today: Mow the lawn, 3:00 PM". */
async function home(db: Kysely<Database>, family: TestFamily) {
  const { tasks } = await findHome(db, family, nowIso(), { view: "area", open: {}, whose: null });
  return tasks.map(({ group, title, due }) => `${group}: ${title}, ${due?.label}`);
}

const openNamed = (db: Kysely<Database>, title: string) =>
  db
    .selectFrom("tasks")
    .select("id")
    .where("title", "=", title)
    .where("is_completed", "=", 0)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();

test.each([
  ["mow the lawn tomorrow", "2041-06-13T12:00", "day"],
  ["mow the lawn today", "2041-06-12T12:00", "day"],
  ["mow the lawn tomorrow at noon", "2041-06-13T12:00", "timed"],
  ["mow the lawn tomorrow at 12", "2041-06-13T12:00", "timed"],
  ["mow the lawn at 3 tomorrow", "2041-06-13T15:00", "timed"],
  ["mow the lawn tonight", "2041-06-12T20:00", "timed"],
  ["mow the lawn in 3 hours", "2041-06-12T12:00", "timed"],
])("%s", async (text, due, kind) => {
  at(wednesday);
  await using own = newDatabase();
  const family = await newFamily(own.db, {}, zone);
  const { id } = await addTask(own.db, family, { text });
  expect(await timeOf(own.db, family, id)).toEqual([due, kind]);
});

test("a day without a time shows none under its day, and is overdue when the day is over", async () => {
  at(wednesday);
  await using own = newDatabase();
  const { db } = own;
  const family = await newTalkingFamily(db);
  await addTask(db, family, { text: "Mow the lawn today" });
  await addTask(db, family, { text: "Lunch with Oma today at noon" });
  expect(await home(db, family)).toEqual([
    "today: Mow the lawn, ",
    "today: Lunch with Oma, 12:00 PM",
  ]);
  vi.setSystemTime("2041-06-13T03:59:00.000Z");
  expect(await home(db, family)).toEqual([
    "overdue: Lunch with Oma, Jun 12, 12:00 PM",
    "today: Mow the lawn, ",
  ]);
  expect(await countOverdue(db, family)).toBe(1);
  expect(await readWeek(db, family)).toMatchObject({ ahead: 1, overdue: 1 });
  expect(await talk(db, "TODAY")).toBe("Mila: Today: Mow the lawn. 1 overdue.");
  vi.setSystemTime("2041-06-13T04:00:00.000Z");
  expect(await countOverdue(db, family)).toBe(2);
  expect(await readWeek(db, family)).toMatchObject({ ahead: 0, overdue: 2 });
  expect(await home(db, family)).toEqual([
    "overdue: Mow the lawn, Jun 12, 12:00 PM",
    "overdue: Lunch with Oma, Jun 12, 12:00 PM",
  ]);
});

test("a time that a form offers is not said until somebody changes it", async () => {
  at(wednesday);
  await using own = newDatabase();
  const { db } = own;
  const family = await newFamily(db, {}, zone);
  const { id } = await addTask(db, family, { text: "Mow the lawn" });
  const move = (local: string) => setDueDate(db, family, id, local, zone);
  const kinds: (string | null)[][] = [];
  for (const local of ["13T12:00", "14T12:00", "14T15:00", "15T15:00", "15T12:00"]) {
    await move(`2041-06-${local}`);
    kinds.push(await timeOf(db, family, id));
  }
  expect(kinds.map(([, kind]) => kind)).toEqual(["day", "day", "timed", "timed", "timed"]);
});

test("the usual hour of a later “today” stays with the task on its way through the forms", async () => {
  at("2041-06-12T20:30:00.000Z");
  await using own = newDatabase();
  const { db } = own;
  const family = await newFamily(db, {}, zone);
  const { id } = await addTask(db, family, { text: "Mow the lawn today" });
  expect(await timeOf(db, family, id)).toEqual(["2041-06-12T18:00", "day"]);
  await clearDate(db, family, id);
  await restoreDate(db, family, id);
  expect(await timeOf(db, family, id)).toEqual(["2041-06-12T18:00", "day"]);
  const { version } = (await findTask(db, family, id))!;
  const draft = { title: "Mow", category: "Household", version } as const;
  await editTask(db, family, id, { ...draft, dueDate: "2041-06-12T18:00" }, zone);
  expect(await timeOf(db, family, id)).toEqual(["2041-06-12T18:00", "day"]);
});

test("Undo gives back that no time was said, on the page and by text", async () => {
  at(wednesday);
  await using own = newDatabase();
  const { db } = own;
  const family = await newTalkingFamily(db);
  const { id } = await addTask(db, family, { text: "Mow the lawn on Tuesday" });
  const before = await timeOf(db, family, id);
  expect(before).toEqual(["2041-06-18T12:00", "day"]);
  expect(await talk(db, "move mow the lawn to friday at 5pm")).toContain("5:00 PM");
  expect((await timeOf(db, family, id))[1]).toBe("timed");
  await talk(db, "UNDO");
  expect(await timeOf(db, family, id)).toEqual(before);
  vi.setSystemTime("2041-06-20T13:00:00.000Z");
  const from = nowIso();
  await setDueDate(db, family, id, "2041-06-21T17:00", zone);
  expect((await timeOf(db, family, id))[1]).toBe("timed");
  expect(await undoAtOnce(db, family, { from, until: nowIso() })).toMatchObject({
    titles: { length: 1 },
  });
  expect(await timeOf(db, family, id)).toEqual(before);
  const chosen = [{ id, seenDue: "2041-06-18T12:00" }];
  await changeSelected(db, family, chosen, { date: "2041-06-22" });
  expect(await timeOf(db, family, id)).toEqual(["2041-06-22T12:00", "day"]);
});

test("the dates of a repeating task have a time if one was said for it", async () => {
  at(wednesday);
  await using own = newDatabase();
  const { db } = own;
  const family = await newFamily(db, {}, zone);
  const { id } = await addTask(db, family, { text: "Trash every Thursday" });
  const piano = await addTask(db, family, { text: "Piano every Thursday at noon" });
  const series = await findCardSeries(db, family, [id, piano.id]);
  expect([...series.values()].map(({ words }) => words).toSorted()).toEqual([
    "Every Thursday 12 PM · next Jun 20",
    "Every Thursday · next Jun 20",
  ]);
  const week = async () => {
    const { days } = await findWeekPage(db, family, { day: "2041-06-20", now: nowIso() });
    return days.flatMap(({ tasks }) => tasks.map(({ title, time }) => `${time} ${title}`));
  };
  expect(await week()).toEqual(["null Trash", "12:00 PM Piano"]);
  // A time for one date is not one for all.
  await setDueDate(db, family, id, "2041-06-13T19:00", zone);
  expect(await week()).toEqual(["null Trash", "12:00 PM Piano"]);
  await completeTask(db, family, id);
  const next = await openNamed(db, "Trash");
  expect(await timeOf(db, family, next.id)).toEqual(["2041-06-20T12:00", "day"]);
  const { version } = (await findTask(db, family, next.id))!;
  const draft = { title: "Trash", category: "Household", version, scope: "following" } as const;
  await editTask(db, family, next.id, { ...draft, dueDate: "2041-06-20T07:00" }, zone);
  await completeTask(db, family, next.id);
  const after = await openNamed(db, "Trash");
  expect(await timeOf(db, family, after.id)).toEqual(["2041-06-27T07:00", "timed"]);
});

test("old tasks at noon have no time, unless their words say one", async () => {
  using old = await oldInstallation(0);
  await using db = openDatabase(old.file);
  const insert = async (id: string, local: string, words: string | null) => {
    await sql`
      insert into tasks (id, household_id, user_id, title, category, created_at, due_date, due_local,
        due_time_zone)
      select ${id}, household_id, user_id, ${id}, 'Kids', created_at, ${`${local}:00.000Z`}, ${local},
        'UTC' from tasks limit 1
    `.execute(db);
    if (words)
      await sql`
        insert into due_readings (task_id, words, title, due_local, due_time_zone, undated_title)
        values (${id}, ${words}, ${id}, ${local}, 'UTC', ${id})
      `.execute(db);
  };
  await insert("lawn", "2041-06-12T12:00", "tomorrow");
  await insert("lunch", "2041-06-12T12:00", "tomorrow at noon");
  await insert("picked", "2041-06-12T12:00", null);
  await insert("piano", "2041-06-12T15:00", null);
  await migrateToLatest(db);
  const rows = await db
    .selectFrom("tasks")
    .select(["id", "due_has_time"])
    .where("id", "in", ["lawn", "lunch", "picked", "piano"])
    .orderBy("id")
    .execute();
  expect(rows.map(({ id, due_has_time }) => `${id} ${due_has_time}`)).toEqual([
    "lawn 0",
    "lunch 1",
    "piano 1",
    "picked 0",
  ]);
});

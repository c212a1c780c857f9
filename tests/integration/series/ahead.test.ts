import type { Kysely } from "kysely";
import { describe, expect, test } from "vitest";
import { earlierBy, laterBy } from "#app/domain/core/time.ts";
import { addReminder } from "#app/domain/reminders/add-reminder.server.ts";
import { listUpcomingReminders } from "#app/domain/reminders/lists/reminder-list.server.ts";
import { saveReminderPreferences } from "#app/domain/reminders/reminder-preferences.server.ts";
import { cancelReminder, snoozeReminder } from "#app/domain/reminders/reminder.server.ts";
import { setTurns } from "#app/domain/series/changing/set-turns.server.ts";
import { saveRepetition } from "#app/domain/series/changing/repetition.server.ts";
import { repeatInput } from "#app/domain/series/input.ts";
import {
  completeTask,
  deleteTask,
  editTask,
  reopenTask,
  restoreTask,
} from "#app/domain/tasks/changing/task.server.ts";
import { recomputeDueDates } from "#app/domain/tasks/due/recompute-due-dates.server.ts";
import { assigneeOfTask, findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";
import { history, newSeries, openTasks } from "../../support/records/series.ts";
import { at, dates, homeZone, minutesPerDay, newHome } from "../../support/series/home.ts";
import { live, reminded, setClock, work } from "../../support/series/live.ts";
import { personIdOf } from "../../support/records/people.ts";

async function familyWithoutPreferences(db: Kysely<Database>): Promise<TestFamily> {
  const nora = await newFamily(db, { Otto: "partner" });
  await db.updateTable("user_preferences").set({ reminder_two_days_before: 0 }).execute();
  return nora;
}

async function withoutEnd(db: Kysely<Database>, now: string) {
  return db
    .selectFrom("reminders")
    .select(["status", "scheduled_at"])
    .where("status", "in", ["pending", "dormant"])
    .where("scheduled_at", "<=", now)
    .execute();
}

describe("an occurrence that nobody ticked off does not silence the next ones", () => {
  test.each([
    ["every day at 12 AM, at its time", "FREQ=DAILY", "00:00", 0, 9],
    ["every day at 12:30 AM, an hour before", "FREQ=DAILY", "00:30", 60, 9],
    ["every day at 7 AM, a day before", "FREQ=DAILY", "07:00", minutesPerDay, 9],
    ["every day at 7 AM, a week before", "FREQ=DAILY", "07:00", 7 * minutesPerDay, 9],
    ["every week, three days before", "FREQ=WEEKLY", "19:00", 3 * minutesPerDay, 2],
    ["every month, a week before", "FREQ=MONTHLY;BYMONTHDAY=9", "09:00", 7 * minutesPerDay, 1],
  ])("%s", async (_, rule, time, lead, expected) => {
    const now = at("2027-03-01T12:00");
    await using home = await newHome({ rule, due: `2027-03-09T${time}`, now, leads: [lead] });
    await live(home.db, { from: now, until: at("2027-03-18T03:00") });
    const sent = await reminded(home.db, home.nora.userId);
    const due = dates(sent).filter((date) => date! >= "2027-03-09" && date! <= "2027-03-17");
    expect(due).toHaveLength(expected);
    expect(new Set(due).size).toBe(due.length);
    expect(await withoutEnd(home.db, at("2027-03-18T03:00"))).toEqual([]);
  });
});

test("a reminder as long as the interval comes for each date, also if each is ticked off at once", async () => {
  const now = at("2027-06-01T06:00");
  await using home = await newHome({
    rule: "FREQ=DAILY",
    due: "2027-06-01T07:00",
    now,
    leads: [minutesPerDay],
  });
  const { db, nora } = home;
  await live(db, { from: now, until: at("2027-06-10T06:00") }, async (instant) => {
    const [open] = await openTasks(db, nora);
    if (open && at(open.due_local!) <= instant) await completeTask(db, nora, open.id);
  });
  expect(dates(await reminded(db, nora.userId))).toEqual(
    Array.from({ length: 9 }, (_unused, index) => `2027-06-${String(index + 2).padStart(2, "0")}`),
  );
});

test("a reminder that fell due while Mila was off over midnight goes out when she is back", async () => {
  const now = at("2027-06-01T06:00");
  await using home = await newHome({
    rule: "FREQ=DAILY",
    due: "2027-06-01T07:00",
    now,
    leads: [0],
  });
  const { db, nora } = home;
  await live(db, { from: now, until: at("2027-06-01T23:50") });
  await work(db, at("2027-06-02T07:05"));
  expect(dates(await reminded(db, nora.userId))).toEqual(["2027-06-01", "2027-06-02"]);
  expect((await openTasks(db, nora)).map(({ due_local }) => due_local)).toEqual([
    "2027-06-02T07:00",
  ]);
});

test("after three days off, only what is still open is reminded of, and every reminder has an end", async () => {
  const now = at("2027-06-01T06:00");
  await using home = await newHome({
    rule: "FREQ=DAILY",
    due: "2027-06-01T07:00",
    now,
    leads: [0, 3 * minutesPerDay],
  });
  const { db, nora } = home;
  await live(db, { from: now, until: at("2027-06-01T23:50") });
  const back = at("2027-06-04T12:00");
  await work(db, back);
  const since = (await reminded(db, nora.userId)).filter(
    ({ due_at }) => due_at > at("2027-06-01T23:50"),
  );
  expect(new Set(dates(since))).toEqual(
    new Set(["2027-06-04", "2027-06-05", "2027-06-06", "2027-06-07"]),
  );
  expect(await withoutEnd(db, back)).toEqual([]);
});

test("completing one that is nine weeks late opens a date to come", async () => {
  const now = at("2027-06-01T06:00");
  await using home = await newHome({ rule: "FREQ=WEEKLY;BYDAY=MO", due: "2027-06-07T19:00", now });
  const { db, nora, first } = home;
  setClock(at("2027-08-12T09:00"));
  await completeTask(db, nora, first);
  expect((await openTasks(db, nora)).map(({ due_local }) => due_local)).toEqual([
    "2027-08-16T19:00",
  ]);
});

test("what is said of a date ahead is what its series says by then", async () => {
  const now = at("2027-06-01T06:00");
  await using home = await newHome({
    rule: "FREQ=DAILY",
    due: "2027-06-01T07:00",
    now,
    leads: [minutesPerDay],
  });
  const { db, nora, first } = home;
  await work(db, laterBy(now, { minutes: 1 }));
  const task = (await findTasks(db, [first])).get(first)!;
  const { title: _before, version, category } = task;
  const edit = {
    title: "Feed the cat",
    category,
    dueDate: "2027-06-01T20:00",
    version,
    scope: "following" as const,
  };
  expect(await editTask(db, nora, first, edit, homeZone)).toBe("saved");
  await live(db, { from: laterBy(now, { minutes: 2 }), until: at("2027-06-01T21:00") });
  expect(await reminded(db, nora.userId)).toMatchObject([
    { title: "Feed the cat", due_at: at("2027-06-01T20:00"), due_local: "2027-06-02T20:00" },
  ]);
});

test("a cancelled reminder, an end and a deletion also hold for dates ahead", async () => {
  const now = at("2027-06-01T06:00");
  const rule = "FREQ=DAILY";
  const leads = [0, minutesPerDay];
  await using home = await newHome({ rule, due: "2027-06-01T07:00", now, leads });
  const { db, nora, first } = home;
  await work(db, laterBy(now, { minutes: 1 }));
  const { id: reminderId } = await db
    .selectFrom("reminders")
    .select("id")
    .where("task_id", "=", first)
    .where("minutes_before", "=", minutesPerDay)
    .executeTakeFirstOrThrow();
  await cancelReminder(db, nora, { taskId: first, reminderId }, "following");
  await live(db, { from: laterBy(now, { minutes: 2 }), until: at("2027-06-02T06:00") });
  expect(dates(await reminded(db, nora.userId))).toEqual(["2027-06-01"]);

  const [open] = await openTasks(db, nora);
  await deleteTask(db, nora, open!.id);
  await live(db, { from: at("2027-06-02T06:01"), until: at("2027-06-04T06:00") });
  expect(await reminded(db, nora.userId)).toHaveLength(1);
  expect(await withoutEnd(db, at("2027-06-04T06:00"))).toEqual([]);
});

test("deleting and restoring sends no reminder twice", async () => {
  const now = at("2027-06-01T06:00");
  const leads = [3 * minutesPerDay];
  await using home = await newHome({ rule: "FREQ=WEEKLY", due: "2027-06-04T19:00", now, leads });
  const { db, nora, first } = home;
  await live(db, { from: now, until: at("2027-06-08T20:00") });
  expect(dates(await reminded(db, nora.userId))).toEqual(["2027-06-04", "2027-06-11"]);
  const [open] = await openTasks(db, nora);
  expect(open!.id).toBe(first);
  await deleteTask(db, nora, first);
  await restoreTask(db, nora, first);
  await work(db, at("2027-06-08T20:01"));
  expect(await reminded(db, nora.userId)).toHaveLength(2);
});

test("a rule that changes takes the dates ahead along, without reminders of times that have passed", async () => {
  const now = at("2027-06-01T06:00");
  const leads = [3 * minutesPerDay];
  await using home = await newHome({ rule: "FREQ=WEEKLY", due: "2027-06-04T19:00", now, leads });
  const { db, nora, first } = home;
  await live(db, { from: now, until: at("2027-06-02T12:00") });
  const daily = repeatInput.parse({ interval: 1, unit: "day" });
  setClock(at("2027-06-02T12:00"));
  expect(await saveRepetition(db, nora, first, daily)).toMatchObject({ status: "saved" });
  await live(db, { from: at("2027-06-02T12:01"), until: at("2027-06-04T20:00") });
  expect(dates(await reminded(db, nora.userId))).toEqual([
    "2027-06-04",
    "2027-06-05",
    "2027-06-06",
    "2027-06-07",
  ]);
});

test("done says what is meant: a date before it is open, which the series then leaves out", async () => {
  const now = at("2027-06-01T06:00");
  await using home = await newHome({
    rule: "FREQ=DAILY",
    due: "2027-06-01T07:00",
    now,
    leads: [minutesPerDay],
  });
  const { db, nora, first } = home;
  await live(db, { from: now, until: at("2027-06-01T07:30") });
  const [sent] = await reminded(db, nora.userId);
  expect(await completeTask(db, nora, sent!.taskId)).toBe(true);
  expect((await openTasks(db, nora)).map(({ id }) => id)).toEqual([first]);
  expect(await history(db, nora)).toMatchObject([
    { occurs_on: "2027-06-02", state: "done", done_by: await personIdOf(db, nora.userId) },
    { occurs_on: "2027-06-01", state: "open", next_on: "2027-06-03" },
  ]);
  expect(await reopenTask(db, nora, sent!.taskId)).toBe(true);
  expect(await history(db, nora)).toMatchObject([
    { occurs_on: "2027-06-01", state: "open", next_on: "2027-06-02" },
  ]);
  await live(db, { from: at("2027-06-01T07:31"), until: at("2027-06-03T12:00") });
  expect(new Set(dates(await reminded(db, nora.userId)))).toEqual(
    new Set(["2027-06-02", "2027-06-03", "2027-06-04"]),
  );
  expect(await reminded(db, nora.userId)).toHaveLength(3);
});

test("preferences remind of dates ahead, but not of daily ones two days before", async () => {
  const now = at("2027-06-01T06:00");
  await using home = await newHome({
    rule: "FREQ=DAILY",
    due: "2027-06-02T00:30",
    now,
    leads: [5 * minutesPerDay],
  });
  const { db, nora } = home;
  await db.updateTable("user_preferences").set({ reminder_two_days_before: 1 }).execute();
  await saveReminderPreferences(db, nora, {
    reminderTwoDaysBefore: true,
    reminderOneHourBefore: true,
    dailySummaryEnabled: false,
    schoolMailEnabled: false,
  });
  await live(db, { from: now, until: at("2027-06-05T12:00") });
  const sent = (await reminded(db, nora.userId)).filter(
    ({ due_at, due_local }) => due_at > earlierBy(at(due_local!), { minutes: 90 }),
  );
  expect(dates(sent)).toEqual(["2027-06-02", "2027-06-03", "2027-06-04", "2027-06-05"]);
  const twoDays = await db
    .selectFrom("reminders")
    .select("status")
    .where("minutes_before", "=", 2_880)
    .execute();
  expect(twoDays.filter(({ status }) => status === "sent")).toEqual([]);
});

test("reminders that someone wants only now come for each date, though nobody ticks one off", async () => {
  const now = at("2027-06-01T12:00");
  setClock(now);
  await using own = newDatabase();
  const { db } = own;
  const nora = await newFamily(db);
  const remind = (reminderOneHourBefore: boolean) =>
    saveReminderPreferences(db, nora, {
      reminderTwoDaysBefore: false,
      reminderOneHourBefore,
      dailySummaryEnabled: false,
      schoolMailEnabled: false,
    });
  await remind(false);
  await newSeries(db, nora, { rule: "FREQ=DAILY", due: "2027-06-02T00:30", now });
  await remind(true);
  await live(db, { from: now, until: at("2027-06-04T12:00") });
  const each = ["2027-06-02", "2027-06-03", "2027-06-04"];
  expect(dates(await reminded(db, nora.userId))).toEqual(each);
});

test("the reminder of the next date keeps its time when the country changes its clocks", async () => {
  const now = at("2027-06-01T12:00");
  await using home = await newHome({
    rule: "FREQ=DAILY",
    due: "2027-06-02T19:00",
    now,
    leads: [2 * minutesPerDay],
  });
  const { db, nora } = home;
  await work(db, now);
  const next = await db
    .updateTable("tasks")
    // By the clocks before, 7 PM was an hour earlier.
    .set({ due_date: at("2027-06-03T18:00") })
    .where("due_local", "=", "2027-06-03T19:00")
    .returning("id")
    .executeTakeFirstOrThrow();
  const before = at("2027-06-01T18:00");
  await db
    .updateTable("reminders")
    .set({ planned_at: before, scheduled_at: before })
    .where("task_id", "=", next.id)
    .execute();
  await recomputeDueDates(db, "a newer version", now);
  await live(db, { from: now, until: at("2027-06-01T20:00") });
  const sent = (await reminded(db, nora.userId)).filter(({ taskId }) => taskId === next.id);
  expect(sent).toMatchObject([{ due_at: at("2027-06-01T19:00") }]);
});

test("upcoming reminders name the dates ahead that they are about", async () => {
  const now = at("2027-06-01T06:00");
  await using home = await newHome({
    rule: "FREQ=DAILY",
    due: "2027-06-01T07:00",
    now,
    leads: [0, 2 * minutesPerDay],
  });
  const upcoming = await listUpcomingReminders(home.db, home.nora, now);
  expect(upcoming.map(({ aheadOn }) => aheadOn)).toEqual([null, "Jun 3", "Jun 2", "Jun 3"]);
});

test("turns are kept for dates ahead", async () => {
  const now = at("2027-06-01T06:00");
  await using home = await newHome({
    rule: "FREQ=DAILY",
    due: "2027-06-01T07:00",
    now,
    leads: [3 * minutesPerDay],
  });
  const { db, nora, first } = home;
  const people = await db
    .selectFrom("people")
    .select("id")
    .where("relation", "is not", null)
    .execute();
  await setTurns(db, nora, first, {
    who: "people",
    people: [nora.userId, people[0]!.id],
    order: "each",
  });
  await work(db, laterBy(now, { minutes: 1 }));
  const ahead = await db
    .selectFrom("tasks")
    .select(assigneeOfTask)
    .where("is_ahead", "=", 1)
    .orderBy("due_date")
    .execute();
  const names = ahead.map(({ assignee }) => assignee);
  expect(names.length).toBeGreaterThan(2);
  // The open one is Nora's.
  expect(new Set(names.filter((_name, index) => index % 2 === 0))).toEqual(new Set(["Otto"]));
  expect(names.filter((_name, index) => index % 2 === 1)).not.toContain("Otto");
});

test("a reminder snoozed past midnight still comes, although the next date has begun", async () => {
  const now = at("2027-06-01T06:00");
  await using home = await newHome({
    rule: "FREQ=DAILY",
    due: "2027-06-01T23:30",
    now,
    leads: [0],
  });
  const { db, nora, first } = home;
  await live(db, { from: now, until: at("2027-06-01T23:40") });
  const { id: reminderId } = await db
    .selectFrom("reminders")
    .select("id")
    .where("task_id", "=", first)
    .executeTakeFirstOrThrow();
  expect(await snoozeReminder(db, nora, { taskId: first, reminderId }, 60)).toBe("snoozed");
  await live(db, { from: at("2027-06-01T23:41"), until: at("2027-06-02T02:00") });
  expect(dates(await reminded(db, nora.userId))).toEqual(["2027-06-01", "2027-06-01"]);
  expect((await openTasks(db, nora)).map(({ due_local }) => due_local)).toEqual([
    "2027-06-02T23:30",
  ]);
});

test("of what counts from completion, only reminders that can be sent are taken", async () => {
  const now = at("2027-06-01T06:00");
  setClock(now);
  await using own = newDatabase();
  const nora = await familyWithoutPreferences(own.db);
  const rule = "FREQ=DAILY;INTERVAL=3";
  const first = await newSeries(own.db, nora, { rule, from: "done", due: "2027-06-20T19:00", now });
  const reach = { minutes: 3 * minutesPerDay, beyond: "too_early" } as const;
  const add = (minutesBefore: number) =>
    addReminder(own.db, nora, first, { minutesBefore, reach }, now);
  expect(await add(7 * minutesPerDay)).toBe("too_early");
  expect(await add(3 * minutesPerDay)).toBe("added");
});

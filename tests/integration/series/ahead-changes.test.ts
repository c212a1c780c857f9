import { expect, test } from "vitest";
import { laterBy } from "#app/domain/core/time.ts";
import { describeLater } from "#app/domain/delegation/views/last-action.server.ts";
import { lateBefore } from "#app/domain/outbox/queries/sendable.ts";
import { listTaskCards } from "#app/domain/pages/task-cards.server.ts";
import { addReminder } from "#app/domain/reminders/add-reminder.server.ts";
import { cancelReminder, snoozeReminder } from "#app/domain/reminders/reminder.server.ts";
import { lapseReminders } from "#app/domain/reminders/tick-reminders.server.ts";
import { saveRepetition } from "#app/domain/series/changing/repetition.server.ts";
import { repeatInput } from "#app/domain/series/input.ts";
import { isSeriesBehind } from "#app/domain/series/tick-series.server.ts";
import { purgeDeletedTasks } from "#app/domain/tasks/changing/purge.server.ts";
import {
  completeTask,
  editTask,
  reopenTask,
  setDueDate,
} from "#app/domain/tasks/changing/task.server.ts";
import { openTasks } from "../../support/records/series.ts";
import { anyReach } from "../../support/series/any-reach.ts";
import { at, dates, homeZone, minutesPerDay, newHome } from "../../support/series/home.ts";
import { live, reminded, setClock, work } from "../../support/series/live.ts";
import { repeatFrom } from "../../support/series/repeat-from.ts";

test("a reminder snoozed into the time when Mila was off does not hold up its series, nor others' late reminders", async () => {
  const now = at("2027-06-01T06:00");
  await using home = await newHome({
    rule: "FREQ=DAILY",
    due: "2027-06-01T07:00",
    now,
    leads: [0],
  });
  const { db, nora, first } = home;
  await live(db, { from: now, until: at("2027-06-01T22:00") });
  const [reminder] = await db
    .selectFrom("reminders")
    .select("id")
    .where("task_id", "=", first)
    .execute();
  expect(await snoozeReminder(db, nora, { taskId: first, reminderId: reminder!.id }, 60)).toBe(
    "snoozed",
  );
  const back = at("2027-06-02T07:05");
  await work(db, back);
  expect(await isSeriesBehind(db, lateBefore(back), back)).toBe(false);
  expect((await openTasks(db, nora)).map(({ due_local }) => due_local)).toEqual([
    "2027-06-02T07:00",
  ]);
  expect(dates(await reminded(db, nora.userId))).toEqual(["2027-06-01", "2027-06-02"]);
});

test("a date ahead whose task was purged is made again once", async () => {
  const now = at("2027-06-01T06:00");
  const leads = [120 * minutesPerDay];
  await using home = await newHome({
    rule: "FREQ=MONTHLY;INTERVAL=3",
    due: "2027-06-10T07:00",
    now,
    leads,
  });
  const { db, nora, first } = home;
  await work(db, now);
  const listAhead = async () =>
    db.selectFrom("tasks").select("id").where("is_ahead", "=", 1).orderBy("id").execute();
  expect(await listAhead()).toHaveLength(2);
  const [reminder] = await db
    .selectFrom("reminders")
    .select("id")
    .where("task_id", "=", first)
    .execute();
  await cancelReminder(db, nora, { taskId: first, reminderId: reminder!.id });
  const later = at("2027-07-05T06:00");
  setClock(later);
  await purgeDeletedTasks(db, later);
  const added = await addReminder(
    db,
    nora,
    first,
    { minutesBefore: 110 * minutesPerDay, reach: anyReach },
    later,
  );
  expect(added).toBe("added");
  const ahead = await listAhead();
  expect(ahead).toHaveLength(2);
  await setDueDate(db, nora, first, "2027-06-10T08:00", homeZone);
  expect(await listAhead()).toEqual(ahead);
});

test("a reminder for every time stays when the completion before it is taken back", async () => {
  const now = at("2027-06-01T06:00");
  await using home = await newHome({ rule: "FREQ=WEEKLY", due: "2027-06-01T19:00", now });
  const { db, nora, first } = home;
  await db.updateTable("user_preferences").set({ reminder_one_hour_before: 0 }).execute();
  await completeTask(db, nora, first);
  const [next] = await openTasks(db, nora);
  expect(await addReminder(db, nora, next!.id, { minutesBefore: 120, reach: anyReach }, now)).toBe(
    "added",
  );
  expect(await reopenTask(db, nora, first)).toBe(true);
  await live(db, { from: laterBy(now, { minutes: 1 }), until: at("2027-06-09T06:00") });
  const sent = await reminded(db, nora.userId);
  expect(sent.map(({ due_at }) => due_at)).toEqual([
    at("2027-06-01T17:00"),
    at("2027-06-08T17:00"),
  ]);
});

test("a new rule begins with the open one, although a date after it is done", async () => {
  const now = at("2027-06-01T06:00");
  const leads = [7 * minutesPerDay];
  await using home = await newHome({
    rule: "FREQ=WEEKLY;BYDAY=MO",
    due: "2027-06-07T19:00",
    now,
    leads,
  });
  const { db, nora, first } = home;
  await live(db, { from: now, until: at("2027-06-07T19:30") });
  const [sent] = await reminded(db, nora.userId);
  expect(sent?.due_local).toBe("2027-06-14T19:00");
  expect(await completeTask(db, nora, sent!.taskId)).toBe(true);
  const tuesdays = repeatInput.parse({ interval: 1, unit: "week", weekdays: [{ value: "TU" }] });
  expect(await saveRepetition(db, nora, first, tuesdays)).toEqual({ status: "saved" });
  expect((await openTasks(db, nora)).map(({ due_local }) => due_local)).toEqual([
    "2027-06-08T19:00",
  ]);
});

test("a date that was done stays done where it is no date of the new rule", async () => {
  const now = at("2027-06-01T06:00");
  const rule = "FREQ=WEEKLY;BYDAY=MO";
  await using home = await newHome({ rule, due: "2027-06-07T19:00", now });
  const { db, nora, first } = home;
  await completeTask(db, nora, first);
  await repeatFrom(db, nora, "2027-06-02T19:00", { interval: 2, unit: "week" });
  expect(await reopenTask(db, nora, first)).toBe(false);
  expect(await describeLater(db, nora, first)).toBe("The next one has begun");
  const { tasks } = await listTaskCards(db, nora);
  expect(tasks.map(({ id, isCompleted }) => isCompleted && id)).toContain(first);
});

test("a new rule does not bring a date again that was done before it was open", async () => {
  const now = at("2027-06-01T06:00");
  const leads = [7 * minutesPerDay];
  await using home = await newHome({
    rule: "FREQ=WEEKLY;BYDAY=MO",
    due: "2027-06-07T19:00",
    now,
    leads,
  });
  const { db, nora, first } = home;
  await live(db, { from: now, until: at("2027-06-07T19:30") });
  const [sent] = await reminded(db, nora.userId);
  expect(await completeTask(db, nora, sent!.taskId)).toBe(true);
  const twice = repeatInput.parse({
    interval: 1,
    unit: "week",
    weekdays: [{ value: "MO" }, { value: "SU" }],
  });
  expect(await saveRepetition(db, nora, first, twice)).toEqual({ status: "saved" });
  const opened: (string | null)[] = [];
  for (let times = 0; times < 3; times += 1) {
    const [open] = await openTasks(db, nora);
    opened.push(open!.due_local);
    await completeTask(db, nora, open!.id);
  }
  expect(opened).toEqual(["2027-06-07T19:00", "2027-06-13T19:00", "2027-06-20T19:00"]);
});

test("reminders from the next one on count towards the most that a task can have", async () => {
  const now = at("2027-06-01T06:00");
  const leads = Array.from({ length: 10 }, (_, index) => 100 + index);
  await using home = await newHome({ rule: "FREQ=DAILY", due: "2027-06-01T07:00", now, leads });
  const add = (minutesBefore: number) =>
    addReminder(home.db, home.nora, home.first, { minutesBefore, reach: anyReach }, now);
  expect(await add(200)).toBe("too_many");
  expect(await add(100)).toBe("added");
});

test("a date that the series comes to again while Mila is off is still reminded of", async () => {
  const now = at("2027-06-01T06:00");
  const leads = [3 * minutesPerDay];
  await using home = await newHome({ rule: "FREQ=DAILY", due: "2027-06-01T07:00", now, leads });
  const { db, nora, first } = home;
  await live(db, { from: now, until: at("2027-06-01T08:00") });
  const [{ version } = { version: 0 }] = await openTasks(db, nora);
  const draft = { title: "Take out the trash", category: "Household", scope: "following" } as const;
  expect(
    await editTask(db, nora, first, { ...draft, dueDate: "2027-06-01T09:00", version }, homeZone),
  ).toBe("saved");
  await work(db, at("2027-06-01T08:01"));
  const back = at("2027-06-03T12:00");
  setClock(back);
  // The worker's routines start in any order.
  await lapseReminders(db, back);
  await work(db, back);
  const sent = (await reminded(db, nora.userId)).filter(
    ({ due_at }) => due_at > at("2027-06-01T08:01"),
  );
  expect(sent.map(({ due_at, due_local }) => [due_at, due_local])).toEqual([
    [at("2027-06-01T09:00"), "2027-06-04T09:00"],
    [at("2027-06-02T09:00"), "2027-06-05T09:00"],
    [at("2027-06-03T09:00"), "2027-06-06T09:00"],
  ]);
});

test("a reminder of the next date that was taken off or snoozed before does not hold up Undo", async () => {
  const now = at("2027-06-01T06:00");
  const leads = [8 * minutesPerDay, 9 * minutesPerDay];
  await using home = await newHome({ rule: "FREQ=WEEKLY", due: "2027-06-08T07:00", now, leads });
  const { db, nora, first } = home;
  const ofNext = () =>
    db
      .selectFrom("reminders")
      .select(["id", "task_id", "minutes_before", "scheduled_at", "status"])
      .where("task_id", "!=", first)
      .where("planned_at", "<", at("2027-06-08T06:00"))
      .orderBy("minutes_before")
      .execute();
  const [off, snoozed] = await ofNext();
  const ids = (one: typeof off) => ({ taskId: one!.task_id, reminderId: one!.id });
  expect(await cancelReminder(db, nora, ids(off), "one")).toBe(true);
  expect(await snoozeReminder(db, nora, ids(snoozed), 60)).toBe("snoozed");
  const before = await ofNext();
  expect(await completeTask(db, nora, first)).toBe(true);
  expect(await reopenTask(db, nora, first)).toBe(true);
  expect((await openTasks(db, nora)).map(({ id }) => id)).toEqual([first]);
  expect(await ofNext()).toEqual(before);
});

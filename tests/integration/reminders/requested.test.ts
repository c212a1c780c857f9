import { expect, test } from "vitest";
import { listTaskCards } from "#app/domain/pages/task-cards.server.ts";
import {
  listDueAlerts,
  unseenRemindersQuery,
} from "#app/domain/reminders/lists/due-alerts.server.ts";
import { findReminderOffers } from "#app/domain/reminders/lists/reminder-choices.server.ts";
import { listTaskReminders } from "#app/domain/reminders/lists/reminder-list.server.ts";
import { saveReminderPreferences } from "#app/domain/reminders/reminder-preferences.server.ts";
import { markReminderSeen, snoozeReminder } from "#app/domain/reminders/reminder.server.ts";
import { tickReminders } from "#app/domain/reminders/tick-reminders.server.ts";
import { completeTask, setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import { sql } from "kysely";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { addTask } from "../../support/people/say.ts";
import { withoutConstants } from "../../support/records/query-plan.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

/** A Monday, 18:00 in New York. */
const now = "2026-11-23T23:00:00.000Z";

for (const [text, reminders] of [
  ["Remind me to take the pizza out in 20 minutes", ["2026-11-23T23:20:00.000Z"]],
  ["Remind me in 20 minutes to leave for practice at 7:30 pm", ["2026-11-23T23:20:00.000Z"]],
  [
    "Dentist Friday at 9 am and remind me an hour before",
    ["2026-11-25T14:00:00.000Z", "2026-11-27T13:00:00.000Z"],
  ],
  [
    "Remind me at 8 am on Saturday to call the vet",
    ["2026-11-26T13:00:00.000Z", "2026-11-28T13:00:00.000Z"],
  ],
  ["Remind me on Friday to call the vet", ["2026-11-25T17:00:00.000Z"]],
  ["Take the pizza out in 20 minutes", []],
] as const) {
  test(`“${text}” reminds as it says`, async () => {
    await using own = newDatabase();
    const family = await newFamily(own.db);
    const { id } = await addTask(own.db, family, { text, now });
    const all = await listTaskReminders(own.db, family, id);
    expect(all.map(({ scheduledAt }) => scheduledAt)).toEqual(reminders);
  });
}

test("“in 20 minutes” is never early: it comes as the next full minute begins", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const [asked, text] = [
    "2026-11-23T23:00:01.000Z",
    "Remind me to take the pizza out in 20 minutes",
  ];
  const { id } = await addTask(own.db, family, { text, now: asked });
  const [task] = (await listTaskCards(own.db, family, asked)).tasks;
  expect([task?.due?.instant, task?.remindsAt]).toEqual(["2026-11-23T23:21:00.000Z", "at 6:21 PM"]);
  const statuses = async () =>
    (await listTaskReminders(own.db, family, id)).map(({ status }) => status);
  await tickReminders(own.db, "2026-11-23T23:20:59.999Z");
  expect(await statuses()).toEqual(["pending"]);
  await tickReminders(own.db, "2026-11-23T23:21:00.000Z");
  expect(await statuses()).not.toEqual(["pending"]);
});

test("a card says when the next reminder comes", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  await addTask(own.db, family, { text: "Remind me to take the pizza out in 20 minutes", now });
  await addTask(own.db, family, { text: "Call the vet on Friday at 9 am", now });
  await addTask(own.db, family, { text: "Ballet on Wednesday at 8 pm", now });
  const { tasks } = await listTaskCards(own.db, family, now);
  expect(tasks.map(({ title, remindsAt }) => [title, remindsAt])).toEqual([
    ["Ballet", "today at 8:00 PM"],
    ["Call the vet", "Nov 25, 9:00 AM"],
    ["Take the pizza out", "at 6:20 PM"],
  ]);
});

test("a default reminder within ten minutes of the requested one is left out", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const chosen = {
    reminderTwoDaysBefore: false,
    reminderOneHourBefore: true,
    dailySummaryEnabled: false,
    schoolMailEnabled: false,
  };
  await saveReminderPreferences(own.db, family, chosen, now);
  const { id } = await addTask(own.db, family, {
    text: "Remind me at 8:05 pm to leave at 9 pm",
    now,
  });
  const all = await listTaskReminders(own.db, family, id);
  expect(all.map(({ scheduledAt }) => scheduledAt)).toEqual(["2026-11-24T01:05:00.000Z"]);
});

test("a requested reminder follows its task", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const { id } = await addTask(own.db, family, {
    text: "Remind me to take the pizza out in 20 minutes",
    now,
  });
  await setDueDate(own.db, family, id, "2031-06-10T15:00", "America/New_York");
  const all = await listTaskReminders(own.db, family, id);
  expect(all.map(({ scheduledAt }) => scheduledAt)).toContain("2031-06-10T19:00:00.000Z");
});

test("a reminder that came due stays on the page until it is seen, and comes back after a snooze", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const { id } = await addTask(own.db, family, {
    text: "Remind me to take the pizza out in 20 minutes",
    now,
  });
  const [due, snoozed] = ["2026-11-23T23:20:00.000Z", "2026-11-23T23:31:00.000Z"];
  const alerts = async (at: string) =>
    (await listDueAlerts(own.db, family, at)).map(({ title }) => title);
  expect(await alerts(now)).toEqual([]);
  await tickReminders(own.db, due);
  expect(await alerts(due)).toEqual(["Take the pizza out"]);
  expect(await listDueAlerts(own.db, await newFamily(own.db), due)).toEqual([]);

  const [first] = await listDueAlerts(own.db, family, due);
  const reminderId = first!.id;
  await markReminderSeen(own.db, family, { taskId: id, reminderId }, "2026-11-23T23:20:30.000Z");
  expect(await alerts("2026-11-23T23:20:31.000Z")).toEqual([]);
  await snoozeReminder(own.db, family, { taskId: id, reminderId }, 10, "2026-11-23T23:21:00.000Z");
  await tickReminders(own.db, snoozed);
  expect(await alerts(snoozed)).toEqual(["Take the pizza out"]);
  expect(await alerts("2026-11-24T12:00:00.000Z")).toEqual([]);
  await completeTask(own.db, family, id);
  expect(await alerts(snoozed)).toEqual([]);
});

test("only a task due within 48 hours that nothing reminds of gets offers", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const offers = async (text: string) => {
    const { id } = await addTask(own.db, family, { text, now });
    return (await findReminderOffers(own.db, family, id, now)).map(({ label }) => label);
  };
  expect(await offers("Call the vet tomorrow at 9 am")).toEqual(["At the time", "1 hour before"]);
  expect(await offers("Call the vet in 30 minutes")).toEqual(["At the time"]);
  expect(await offers("Remind me to call the vet in 30 minutes")).toEqual([]);
  expect(await offers("Call the vet on Friday")).toEqual([]);
  expect(await offers("Call the vet")).toEqual([]);
});

test.skipIf(skippedOnPostgres.plans)(
  "finding reminders to show uses their index and needs no sorting",
  async () => {
    await using own = newDatabase();
    const plan = await unseenRemindersQuery(own.db, "any", now).explain(undefined, sql`query plan`);
    expect(withoutConstants(plan)).toMatchObject([
      { detail: expect.stringContaining("reminders USING INDEX reminders_sent") },
    ]);
  },
);

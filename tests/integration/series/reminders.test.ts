import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { addReminder } from "#app/domain/reminders/add-reminder.server.ts";
import { earlierBy, laterBy } from "#app/domain/core/time.ts";
import { cancelReminder } from "#app/domain/reminders/reminder.server.ts";
import { completeTask, reopenTask } from "#app/domain/tasks/changing/task.server.ts";
import type { Database } from "#db/schema.ts";
import { openTasks } from "../../support/records/series.ts";
import { weekly } from "../../support/records/weekly-series.ts";
import { at, newHome } from "../../support/series/home.ts";
import { reminded, setClock, work } from "../../support/series/live.ts";

async function customReminders(db: Kysely<Database>, taskId: string) {
  return db
    .selectFrom("reminders")
    .select(["id", "minutes_before", "status"])
    .where("task_id", "=", taskId)
    .where("origin", "=", "custom")
    .orderBy("minutes_before")
    .execute();
}

test("a reminder of only this one is not for the next, one of every time is", async () => {
  await using home = await weekly();
  const { db, nora, first } = home;
  await addReminder(db, nora, first, { minutesBefore: 10, scope: "one" });
  await addReminder(db, nora, first, { minutesBefore: 20, scope: "following" });
  await completeTask(db, nora, first);
  const [second] = await openTasks(db, nora);
  expect(await customReminders(db, second!.id)).toMatchObject([
    { minutes_before: 20, status: "pending" },
  ]);
});

test("a reminder can become one of every time", async () => {
  await using home = await weekly();
  const { db, nora, first } = home;
  await addReminder(db, nora, first, { minutesBefore: 10, scope: "one" });
  await addReminder(db, nora, first, { minutesBefore: 10, scope: "following" });
  await completeTask(db, nora, first);
  expect(await customReminders(db, (await openTasks(db, nora))[0]!.id)).toHaveLength(1);
});

test("a reminder that is cancelled only once comes back, one cancelled for good does not", async () => {
  await using home = await weekly();
  const { db, nora, first } = home;
  for (const minutes of [10, 20]) await addReminder(db, nora, first, { minutesBefore: minutes });
  const [ten, twenty] = await customReminders(db, first);
  await cancelReminder(db, nora, { taskId: first, reminderId: ten!.id }, "one");
  await cancelReminder(db, nora, { taskId: first, reminderId: twenty!.id }, "following");
  await completeTask(db, nora, first);
  const [second] = await openTasks(db, nora);
  expect(await customReminders(db, second!.id)).toMatchObject([
    { minutes_before: 10, status: "pending" },
  ]);
  expect(await reopenTask(db, nora, first)).toBe(true);
});

test.each([
  ["comes if Undo brings its task back within a minute", 40, 1],
  ["does not come if its task comes back later", 90, 0],
] as const)("a reminder that falls due while its task is ticked %s", async (_, seconds, count) => {
  const now = at("2027-06-01T06:00");
  const leads = [60];
  await using home = await newHome({ rule: "FREQ=WEEKLY", due: "2027-06-01T19:00", now, leads });
  const { db, nora, first } = home;
  const dueAt = at("2027-06-01T18:00");
  setClock(earlierBy(dueAt, { seconds: 10 }));
  await completeTask(db, nora, first);
  await work(db, laterBy(dueAt, { seconds: 1 }));
  setClock(laterBy(dueAt, { seconds }));
  expect(await reopenTask(db, nora, first)).toBe(true);
  await work(db, laterBy(dueAt, { seconds: seconds + 1 }));
  expect(await reminded(db, nora.userId)).toHaveLength(count);
});

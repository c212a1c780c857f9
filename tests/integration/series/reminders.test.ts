import type { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import { expect, test } from "vitest";
import { addReminder } from "#app/domain/reminders/add-reminder.server.ts";
import { cancelReminder } from "#app/domain/reminders/reminder.server.ts";
import { completeTask, reopenTask } from "#app/domain/tasks/changing/task.server.ts";
import { readMigrations } from "#db/known-migrations.ts";
import { migrateToLatest } from "#db/migrate.ts";
import type { Database } from "#db/schema.ts";
import { openTasks } from "../../support/records/series.ts";
import { weekly } from "../../support/records/weekly-series.ts";

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

test("a reminder that was cancelled before the upgrade does not come back", async () => {
  await using home = await weekly();
  const { db, nora, first } = home;
  for (const minutes of [10, 20]) await addReminder(db, nora, first, { minutesBefore: minutes });
  const [ten] = await customReminders(db, first);
  await cancelReminder(db, nora, { taskId: first, reminderId: ten!.id }, "one");
  const migrations = await readMigrations();
  const before = Object.keys(migrations).findLast((name) => name < "0040");
  await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateTo(
    before ?? "",
  );
  await migrateToLatest(db);
  await completeTask(db, nora, first);
  expect(await customReminders(db, (await openTasks(db, nora))[0]!.id)).toMatchObject([
    { minutes_before: 20 },
  ]);
});

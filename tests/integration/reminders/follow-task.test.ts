import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { addReminder } from "#app/domain/reminders/add-reminder.server.ts";
import { snoozeReminder } from "#app/domain/reminders/reminder.server.ts";
import {
  syncReminders,
  syncRemindersOf,
} from "#app/domain/reminders/planning/sync-reminders.server.ts";
import { recomputeDueDates } from "#app/domain/tasks/due/recompute-due-dates.server.ts";
import {
  completeTask,
  deleteTask,
  reopenTask,
  restoreTask,
  setDueDate,
} from "#app/domain/tasks/changing/task.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { addTask as say } from "../../support/people/say.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

const zone = "America/New_York";

async function addTask(db: Kysely<Database>, family: TestFamily, local: string): Promise<string> {
  const task = await say(db, family, { text: "Call the vet" });
  await setDueDate(db, family, task.id, local, zone);
  return task.id;
}

/** At a wall clock with another instant by older rules. Returns their ids in order. */
async function newTasksDue(
  db: Kysely<Database>,
  family: TestFamily,
  count: number,
): Promise<string[]> {
  const ids = Array.from(
    { length: count },
    (_, number) => `task ${String(number).padStart(5, "0")}`,
  );
  const due = {
    due_date: "2031-06-10T20:00:00.000Z",
    due_local: "2031-06-10T15:00",
    due_time_zone: zone,
  };
  const content = { title: "Call the vet", category: "Household", created_at: nowIso() } as const;
  const whose = { household_id: family.householdId, user_id: family.userId };
  for (const id of ids)
    await db
      .insertInto("tasks")
      .values({ id, ...whose, ...content, ...due })
      .execute();
  return ids;
}

const remindersOf = (db: Kysely<Database>, taskId: string) =>
  db
    .selectFrom("reminders")
    .select(["minutes_before", "scheduled_at", "status"])
    .where("task_id", "=", taskId)
    .orderBy("scheduled_at")
    .execute();

test("a dated task has a reminder two days before, unless preferences say otherwise", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const taskId = await addTask(own.db, family, "2031-06-10T15:00");
  expect(await remindersOf(own.db, taskId)).toEqual([
    { minutes_before: 2880, scheduled_at: "2031-06-08T19:00:00.000Z", status: "pending" },
  ]);
});

test("two days before means the same time of day, even across a clock change", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  // New York goes from UTC-5 to UTC-4 on 2031-03-09.
  const taskId = await addTask(own.db, family, "2031-03-10T15:00");
  const [reminder] = await remindersOf(own.db, taskId);
  expect(reminder?.scheduled_at).toBe("2031-03-08T20:00:00.000Z");
});

test("a days-before reminder follows new zone rules that keep the date's wall time", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const taskId = await addTask(own.db, family, "2031-03-10T15:00");
  // As planned by rules with summer time two days earlier.
  const byOldRules = "2031-03-08T19:00:00.000Z";
  await own.db
    .updateTable("reminders")
    .set({ planned_at: byOldRules, scheduled_at: byOldRules })
    .execute();
  expect(await recomputeDueDates(own.db, "a newer version", nowIso())).toBe(0);
  expect(await remindersOf(own.db, taskId)).toEqual([
    { minutes_before: 2880, scheduled_at: "2031-03-08T20:00:00.000Z", status: "pending" },
  ]);
});

test.skipIf(skippedOnPostgres.sql)(
  "an interrupted update of due dates to new zone rules resumes",
  async () => {
    await using own = newDatabase();
    const family = await newFamily(own.db);
    const moved = await newTasksDue(own.db, family, 1_001);
    await sql`create trigger cut_off before update on tasks when new.id = ${sql.lit(moved.at(-1))}
    begin select raise(abort, 'cut off'); end`.execute(own.db);
    await expect(recomputeDueDates(own.db, "a newer version", nowIso())).rejects.toThrow("cut off");
    await sql`drop trigger cut_off`.execute(own.db);
    expect(await recomputeDueDates(own.db, "a newer version", nowIso())).toBe(1);
    const wrong = own.db
      .selectFrom("tasks")
      .select("id")
      .where("due_date", "!=", "2031-06-10T19:00:00.000Z");
    expect(await wrong.execute()).toEqual([]);
    expect(await recomputeDueDates(own.db, "a newer version", nowIso())).toBe(0);
  },
);

test.skipIf(skippedOnPostgres.sql)(
  "new zone rules leave other work its turn, and an interrupted update goes on where it was",
  async () => {
    await using own = newDatabase();
    const moved = await newTasksDue(own.db, await newFamily(own.db), 1_001);
    await sql`create trigger cut_off before update on tasks when new.id = ${sql.lit(moved.at(-1))}
    begin select raise(abort, 'cut off'); end`.execute(own.db);
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 0);
    await expect(recomputeDueDates(own.db, "a newer version", nowIso())).rejects.toThrow("cut off");
    clearInterval(counting);
    expect(turns).toBeGreaterThan(5);
    await sql`drop trigger cut_off`.execute(own.db);
    // Would be moved again by an update that starts over.
    await own.db
      .updateTable("tasks")
      .set({ due_date: nowIso() })
      .where("id", "=", moved[0]!)
      .execute();
    expect(await recomputeDueDates(own.db, "a newer version", nowIso())).toBe(1);
  },
);

test("a reminder follows its task when the due date moves", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const taskId = await addTask(own.db, family, "2031-06-10T15:00");
  await setDueDate(own.db, family, taskId, "2031-07-10T08:30", zone);
  expect(await remindersOf(own.db, taskId)).toEqual([
    { minutes_before: 2880, scheduled_at: "2031-07-08T12:30:00.000Z", status: "pending" },
  ]);
});

test("completing or deleting a task stops its reminders, and reopening restores them", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const taskId = await addTask(own.db, family, "2031-06-10T15:00");
  const status = async () => (await remindersOf(own.db, taskId)).map((reminder) => reminder.status);
  await completeTask(own.db, family, taskId);
  expect(await status()).toEqual(["dormant"]);
  await reopenTask(own.db, family, taskId);
  expect(await status()).toEqual(["pending"]);
  await deleteTask(own.db, family, taskId);
  expect(await status()).toEqual(["dormant"]);
  await restoreTask(own.db, family, taskId);
  expect(await status()).toEqual(["pending"]);
});

test("a reminder whose time has passed is not created", async () => {
  await using own = newDatabase();
  const family = { ...(await newFamily(own.db)), timeZone: "UTC" };
  const task = await say(own.db, family, { text: "Call the vet" });
  const tomorrow = laterBy(nowIso(), { hours: 24 }).slice(0, 16);
  await setDueDate(own.db, family, task.id, tomorrow, "UTC");
  expect(await remindersOf(own.db, task.id)).toEqual([]);
});

test("changing a preference changes the reminders of all upcoming tasks", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const taskId = await addTask(own.db, family, "2031-06-10T15:00");
  await own.db.transaction().execute(async (trx) => {
    await trx
      .updateTable("user_preferences")
      .set({ reminder_two_days_before: 0, reminder_one_hour_before: 1 })
      .execute();
    await syncRemindersOf(trx, family, nowIso());
  });
  expect(await remindersOf(own.db, taskId)).toEqual([
    { minutes_before: 2880, scheduled_at: "2031-06-08T19:00:00.000Z", status: "dormant" },
    { minutes_before: 60, scheduled_at: "2031-06-10T18:00:00.000Z", status: "pending" },
  ]);
});

test("a preference never duplicates a user's own reminder unless they cancelled it", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const taskId = await addTask(own.db, family, "2031-06-10T15:00");
  expect(await addReminder(own.db, family, taskId, { minutesBefore: 60 })).toBe("added");
  const hourBefore = async (isOn: boolean) => {
    await own.db.transaction().execute(async (trx) => {
      await trx
        .updateTable("user_preferences")
        .set({ reminder_one_hour_before: isOn ? 1 : 0 })
        .execute();
      await syncRemindersOf(trx, family, nowIso());
    });
    const all = own.db
      .selectFrom("reminders")
      .select(["origin", "status"])
      .where("minutes_before", "=", 60);
    return all.orderBy("origin").execute();
  };
  const asked = { origin: "custom", status: "pending" };
  expect(await hourBefore(true)).toEqual([asked]);
  expect(await hourBefore(false)).toEqual([asked]);
  await own.db
    .updateTable("reminders")
    .set({ status: "cancelled" })
    .where("origin", "=", "custom")
    .execute();
  const cancelled = { ...asked, status: "cancelled" };
  expect(await hourBefore(true)).toEqual([cancelled, { origin: "preference", status: "pending" }]);
});

test("a cancelled reminder stays cancelled, and a snoozed one keeps its time until the date moves", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const taskId = await addTask(own.db, family, "2031-06-10T15:00");
  const snoozed = "2031-06-08T20:00:00.000Z";
  await own.db.updateTable("reminders").set({ scheduled_at: snoozed }).execute();
  await completeTask(own.db, family, taskId);
  await reopenTask(own.db, family, taskId);
  expect((await remindersOf(own.db, taskId))[0]).toMatchObject({
    scheduled_at: snoozed,
    status: "pending",
  });
  await own.db.updateTable("reminders").set({ status: "cancelled" }).execute();
  await setDueDate(own.db, family, taskId, "2031-07-10T08:30", zone);
  expect(await remindersOf(own.db, taskId)).toEqual([
    { minutes_before: 2880, scheduled_at: "2031-07-08T12:30:00.000Z", status: "cancelled" },
  ]);
});

test("a snoozed reminder comes, also if others like it are not wanted any more", async () => {
  await using own = newDatabase();
  const { db } = own;
  const family = await newFamily(db);
  const taskId = await addTask(db, family, "2031-06-10T15:00");
  const snoozed = "2031-06-08T20:00:00.000Z";
  const { id: reminderId } = await db
    .selectFrom("reminders")
    .select("id")
    .executeTakeFirstOrThrow();
  expect(await snoozeReminder(db, family, { taskId, reminderId }, 60)).toBe("snoozed");
  await db.transaction().execute(async (trx) => {
    await trx.updateTable("user_preferences").set({ reminder_two_days_before: 0 }).execute();
    await syncRemindersOf(trx, family, nowIso());
  });
  const reminders = async () =>
    (await remindersOf(db, taskId)).map(({ status, scheduled_at }) => [status, scheduled_at]);
  await completeTask(db, family, taskId);
  await reopenTask(db, family, taskId);
  expect(await reminders()).toEqual([["pending", snoozed]]);
  await setDueDate(db, family, taskId, "2031-07-10T08:30", zone);
  expect(await reminders()).toEqual([["dormant", snoozed]]);
});

test("a user who left the household gets no more reminders", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const taskId = await addTask(own.db, family, "2031-06-10T15:00");
  await own.db.transaction().execute(async (trx) => {
    await trx.deleteFrom("household_members").where("user_id", "=", family.userId).execute();
    await syncReminders(trx, { taskIds: [taskId] });
  });
  expect((await remindersOf(own.db, taskId)).map(({ status }) => status)).toEqual(["dormant"]);
});

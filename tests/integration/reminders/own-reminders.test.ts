import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { expect, test } from "vitest";
import { readRevision } from "#app/domain/people/revision.server.ts";
import { addReminder } from "#app/domain/reminders/add-reminder.server.ts";
import {
  listTaskReminders,
  listUpcomingReminders,
} from "#app/domain/reminders/lists/reminder-list.server.ts";
import { cancelReminder, snoozeReminder } from "#app/domain/reminders/reminder.server.ts";
import { completeTask, deleteTask, setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import type { Database } from "#db/schema.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";
import { addTask } from "../../support/people/say.ts";
import { moveAccount } from "../../support/records/people.ts";

const now = "2031-06-01T12:00:00.000Z";

/** A task with a due date in New York; in summer 15:00 there is 19:00 UTC. */
async function taskDue(db: Kysely<Database>, family: TestFamily, local: string): Promise<string> {
  const { id } = await addTask(db, family, { text: "Call the vet" });
  await setDueDate(db, family, id, local, "America/New_York");
  return id;
}

async function onlyReminder(db: Kysely<Database>, family: TestFamily, taskId: string) {
  const [reminder, ...others] = await listTaskReminders(db, family, taskId);
  if (!reminder || others.length > 0) throw new Error(`${others.length} reminders too many`);
  return { reminder, of: { taskId, reminderId: reminder.id } };
}

test("snoozing counts from the reminder's time, or from now if it has passed", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const taskId = await taskDue(own.db, family, "2031-06-10T15:00");
  const { of } = await onlyReminder(own.db, family, taskId);
  const scheduled = async () => (await onlyReminder(own.db, family, taskId)).reminder;

  expect(await snoozeReminder(own.db, family, of, 60, "2031-06-01T12:00:00.000Z")).toBe("snoozed");
  expect(await scheduled()).toMatchObject({
    scheduledAt: "2031-06-08T20:00:00.000Z",
    isSnoozed: true,
  });
  expect(await snoozeReminder(own.db, family, of, 60, "2031-06-09T12:00:00.000Z")).toBe("snoozed");
  expect(await scheduled()).toMatchObject({
    scheduledAt: "2031-06-09T13:00:00.000Z",
    status: "pending",
  });
});

test("a sent reminder comes again when snoozed", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const taskId = await taskDue(own.db, family, "2031-06-10T15:00");
  const { of } = await onlyReminder(own.db, family, taskId);
  await own.db.updateTable("reminders").set({ status: "sent" }).execute();
  expect(await snoozeReminder(own.db, family, of, 60, "2031-06-08T19:05:00.000Z")).toBe("snoozed");
  expect((await onlyReminder(own.db, family, taskId)).reminder).toMatchObject({
    status: "pending",
    scheduledAt: "2031-06-08T20:05:00.000Z",
  });
});

test("a cancelled reminder or one of a completed task cannot be snoozed", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const [cancelled, done] = [
    await taskDue(own.db, family, "2031-06-10T15:00"),
    await taskDue(own.db, family, "2031-06-11T15:00"),
  ];
  const { of } = await onlyReminder(own.db, family, cancelled);
  expect(await cancelReminder(own.db, family, of)).toBe(true);
  expect(await cancelReminder(own.db, family, of)).toBe(true);
  expect(await snoozeReminder(own.db, family, of, 60)).toBe("over");

  const ofDone = (await onlyReminder(own.db, family, done)).of;
  await own.db
    .updateTable("reminders")
    .set({ status: "sent" })
    .where("task_id", "=", done)
    .execute();
  await completeTask(own.db, family, done);
  expect(await snoozeReminder(own.db, family, ofDone, 60)).toBe("over");
  expect(await listUpcomingReminders(own.db, family, now)).toEqual([]);
});

test("another user's reminder, another task's and a deleted task's are not found", async () => {
  await using own = newDatabase();
  const [family, stranger] = [await newFamily(own.db), await newFamily(own.db)];
  const taskId = await taskDue(own.db, family, "2031-06-10T15:00");
  const otherId = await taskDue(own.db, family, "2031-06-11T15:00");
  const { of } = await onlyReminder(own.db, family, taskId);
  expect(await snoozeReminder(own.db, stranger, of, 60)).toBe("missing");
  expect(await cancelReminder(own.db, stranger, of)).toBe(false);
  expect(await cancelReminder(own.db, family, { ...of, taskId: otherId })).toBe(false);
  await deleteTask(own.db, family, taskId);
  expect(await snoozeReminder(own.db, family, of, 60)).toBe("missing");
});

test("a user's own reminder is added once and returns after it was cancelled", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const taskId = await taskDue(own.db, family, "2031-06-10T15:00");
  const add = (minutes: number) =>
    addReminder(own.db, family, taskId, { minutesBefore: minutes }, now);
  const listed = async () =>
    (await listTaskReminders(own.db, family, taskId)).map(({ before, label, status }) => [
      before,
      label,
      status,
    ]);

  expect([await add(90), await add(90), await add(2880)]).toEqual(["added", "added", "added"]);
  expect(await listed()).toEqual([
    ["2 days before", "Jun 8, 2031, 3:00 PM", "pending"],
    ["90 minutes before", "Jun 10, 2031, 1:30 PM", "pending"],
  ]);
  const [, mine] = await listTaskReminders(own.db, family, taskId);
  await cancelReminder(own.db, family, { taskId, reminderId: mine?.id ?? "" });
  expect(await add(90)).toBe("added");
  expect((await listed())[1]).toEqual(["90 minutes before", "Jun 10, 2031, 1:30 PM", "pending"]);
});

test("no reminder can be undated, past, for a completed task or the eleventh", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const { id: undated } = await addTask(own.db, family, { text: "Call the vet" });
  const taskId = await taskDue(own.db, family, "2031-06-10T15:00");
  const add = (id: string, minutes: number) =>
    addReminder(own.db, family, id, { minutesBefore: minutes }, now);
  expect(await add(undated, 60)).toBe("no_date");
  expect(await add(taskId, 30 * 24 * 60)).toBe("passed");
  expect(await add(newId(), 60)).toBe("missing");
  for (let minutes = 1; minutes < 10; minutes += 1)
    expect(await add(taskId, minutes)).toBe("added");
  expect(await add(taskId, 10)).toBe("too_many");
  await completeTask(own.db, family, taskId);
  expect(await add(taskId, 60)).toBe("done");
});

test("the household's open pages learn what happened to a reminder", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const taskId = await taskDue(own.db, family, "2031-06-10T15:00");
  const { of } = await onlyReminder(own.db, family, taskId);
  const changed = async (change: () => Promise<unknown>) => {
    const before = await readRevision(own.db, family.householdId);
    await change();
    return (await readRevision(own.db, family.householdId)) > before;
  };
  expect(await changed(() => addReminder(own.db, family, taskId, { minutesBefore: 60 }, now))).toBe(
    true,
  );
  expect(await changed(() => snoozeReminder(own.db, family, of, 60))).toBe(true);
  expect(await changed(() => cancelReminder(own.db, family, of))).toBe(true);
});

test("a reminder on another member's task follows the task and adds no other", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const partner = await newFamily(own.db);
  await moveAccount(own.db, partner.userId, family.householdId);
  const member = { ...partner, householdId: family.householdId };
  const taskId = await taskDue(own.db, family, "2031-06-10T15:00");
  expect(await addReminder(own.db, member, taskId, { minutesBefore: 60 }, now)).toBe("added");
  await setDueDate(own.db, family, taskId, "2031-06-12T15:00", "America/New_York");
  const reminders = await listTaskReminders(own.db, member, taskId);
  expect(reminders).toMatchObject([
    { before: "1 hour before", label: "Jun 12, 2031, 2:00 PM", status: "pending" },
  ]);
});

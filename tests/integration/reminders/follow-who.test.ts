import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { nowIso } from "#app/domain/core/time.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { changeTask, deleteTask, restoreTask } from "#app/domain/tasks/changing/task.server.ts";
import { tickReminders } from "#app/domain/reminders/tick-reminders.server.ts";
import type { Database } from "#db/schema.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { newFamilyWithPhone, newSender } from "../../support/messages/deliveries.ts";
import { addTask } from "../../support/people/say.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newMember } from "../../support/records/family.ts";
import { nameAccount, personIdOf } from "../../support/records/people.ts";

/** Nora wants a reminder two days before, Ben one hour before. Emma has no account. */
async function noraAndBen() {
  const own = newDatabase();
  const { db } = own;
  const nora = await newFamilyWithPhone(db);
  await newMember(db, nora.householdId);
  const member = db.selectFrom("household_members").select("user_id");
  const { user_id: ben } = await member
    .where("user_id", "!=", nora.userId)
    .executeTakeFirstOrThrow();
  await nameAccount(db, nora.userId, "Nora");
  await nameAccount(db, ben, "Ben");
  await db
    .updateTable("user_preferences")
    .set({ reminder_one_hour_before: 1, reminder_two_days_before: 0 })
    .where("user_id", "=", ben)
    .execute();
  const emma = { id: "emma", household_id: nora.householdId, name: "Emma", relation: "child" };
  await db
    .insertInto("people")
    .values({ ...emma, relation: "child", created_at: "2026-01-01T00:00:00.000Z" })
    .execute();
  const { id } = await addTask(db, nora, { text: "Oil change on June 10 2031 at 3 pm" });
  const give = async (person: string | null) => {
    const assignee = { assignee_id: person, assignee_name: null, has_turn: 0 } as const;
    expect(await changeTask(db, nora, id, assignee)).toBe(true);
  };
  const benId = await personIdOf(db, ben);
  return { ...own, db, nora, ben, benId, id, give, pending: () => pendingOf(db, nora.userId, id) };
}

/** Returns who is reminded of the task, and how many minutes before. */
async function pendingOf(db: Kysely<Database>, noraId: string, taskId: string) {
  const rows = await db
    .selectFrom("reminders")
    .select(["user_id", "minutes_before"])
    .where("task_id", "=", taskId)
    .where("status", "=", "pending")
    .execute();
  return rows
    .map((row) => `${row.user_id === noraId ? "Nora" : "Ben"} ${row.minutes_before}`)
    .toSorted();
}

test("reminders go to who does the task by their own preferences, and come back", async () => {
  await using home = await noraAndBen();
  const { db, nora, benId, id, give, pending } = home;
  expect(await pending()).toEqual(["Nora 2880"]);
  await give(benId);
  expect(await pending()).toEqual(["Ben 60"]);
  await deleteTask(db, nora, id);
  expect(await pending()).toEqual([]);
  await restoreTask(db, nora, id);
  expect(await pending()).toEqual(["Ben 60"]);
  await give("emma");
  expect(await pending()).toEqual(["Nora 2880"]);
  await give(benId);
  await give(null);
  expect(await pending()).toEqual(["Nora 2880"]);
});

test("a reminder for who added it names the person who does it, who has no account", async () => {
  await using twilio = await startFakeTwilio();
  await using home = await noraAndBen();
  const { db, nora, id, give } = home;
  await give("emma");
  const now = nowIso();
  await db
    .updateTable("reminders")
    .set({ scheduled_at: now, planned_at: now })
    .where("status", "=", "pending")
    .execute();
  await tickReminders(db, now);
  await newSender(db, twilio.settings).sendDue();
  expect(twilio.messages().map(({ body }) => body)).toEqual([
    expect.stringContaining("Mila: Emma: Oil change"),
  ]);
  expect((await findTask(db, nora, id))!.title).toBe("Oil change");
});

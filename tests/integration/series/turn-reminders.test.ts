import { expect, test } from "vitest";
import { setTurns } from "#app/domain/series/changing/set-turns.server.ts";
import { takeTurn } from "#app/domain/series/changing/take-turn.server.ts";
import { completeTask, editTask, reopenTask } from "#app/domain/tasks/changing/task.server.ts";
import { newMember } from "../../support/records/family.ts";
import { inTurns, openTask } from "../../support/records/turns.ts";
import { giveAccount } from "../../support/records/people.ts";

/**
 * Nora, Sam and Emma take turns. Sam has an account, and Nora and he want a reminder an hour
 * before.
 */
async function withSam() {
  const home = await inTurns(["Nora"]);
  const { db, nora, idOf } = home;
  await newMember(db, nora.householdId);
  const members = db
    .selectFrom("household_members")
    .select("user_id")
    .where("household_id", "=", nora.householdId);
  const { user_id: sam } = await members
    .where("user_id", "!=", nora.userId)
    .executeTakeFirstOrThrow();
  await giveAccount(db, idOf("Sam"), sam);
  await db.updateTable("user_preferences").set({ reminder_one_hour_before: 1 }).execute();
  const people = [nora.userId, sam, idOf("Emma")];
  await setTurns(db, nora, (await openTask(db, nora)).id, { who: "people", people, order: "each" });
  await completeTask(db, nora, (await openTask(db, nora)).id);
  /** Whose turn it is, and who gets reminders of it. */
  async function now() {
    const task = await openTask(db, nora);
    const rows = db
      .selectFrom("reminders")
      .select("user_id")
      .distinct()
      .where("task_id", "=", task.id);
    const pending = await rows.where("status", "=", "pending").execute();
    const names = pending.map(({ user_id }) => (user_id === sam ? "Sam" : "Nora"));
    return [task.assignee, ...names.toSorted()];
  }
  return { ...home, sam, now, [Symbol.asyncDispose]: () => home[Symbol.asyncDispose]() };
}

test("reminders go to whose turn it is, or to who made the task if that person has no account", async () => {
  await using home = await withSam();
  const { db, nora, sam, idOf, now } = home;
  expect(await now()).toEqual(["Sam", "Sam"]);
  const { id } = await openTask(db, nora);
  await completeTask(db, nora, id);
  expect(await now()).toEqual(["Emma", "Nora"]);
  await takeTurn(db, nora, (await openTask(db, nora)).id, { person: sam, from: idOf("Emma") });
  expect(await now()).toEqual(["Sam", "Sam"]);
  await completeTask(db, nora, (await openTask(db, nora)).id);
  expect(await now()).toEqual(["Emma", "Nora"]);
});

test("reopening gives the reminders back to whose turn it was", async () => {
  await using home = await withSam();
  const { db, nora, now } = home;
  const { id } = await openTask(db, nora);
  await completeTask(db, nora, id);
  await reopenTask(db, nora, id);
  expect(await now()).toEqual(["Sam", "Sam"]);
});

test("someone who was assigned by hand instead ends the reminders of whose turn it was", async () => {
  await using home = await withSam();
  const { db, nora, now } = home;
  const task = await openTask(db, nora);
  const draft = {
    title: "Trash",
    category: "Household",
    assignee: "Grandpa",
    dueDate: task.due_local!,
  } as const;
  await editTask(
    db,
    nora,
    task.id,
    { ...draft, version: task.version, scope: "one" },
    nora.timeZone,
  );
  expect(await now()).toEqual(["Grandpa", "Nora"]);
});

import { expect, test } from "vitest";
import { nowIso } from "#app/domain/core/time.ts";
import { withdrawRequest } from "#app/domain/delegation/ending/withdraw.server.ts";
import { findRequestPage } from "#app/domain/delegation/views/request-page.server.ts";
import { assigneeNamed, listHouseholdPeople } from "#app/domain/people/people.server.ts";
import { removeFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import { saveRepetition } from "#app/domain/series/changing/repetition.server.ts";
import { repeatInput } from "#app/domain/series/input.ts";
import { completeTask, editTask, reopenTask } from "#app/domain/tasks/changing/task.server.ts";
import {
  answerAs,
  newAskingFamily,
  newTask,
  readDelegation,
  sendRequest,
} from "../../support/messages/delegation.ts";
import { newDatabase } from "../../support/records/database.ts";
import { openTask } from "../../support/records/turns.ts";
import { repeatFrom } from "../../support/series/repeat-from.ts";

/** Sam said yes to a task that somebody may have had before, and then it was made to repeat. */
async function repeatedAfterYes(before: string | null) {
  const own = newDatabase();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const taskId = await newTask(db, nora);
  const people = await listHouseholdPeople(db, nora.householdId);
  await db
    .updateTable("tasks")
    .set(assigneeNamed(people, before))
    .where("id", "=", taskId)
    .execute();
  await answerAs(db, await sendRequest(db, nora, taskId), "accept");
  const weekly = repeatInput.parse({ interval: 1, unit: "week" });
  expect(await saveRepetition(db, nora, taskId, weekly)).toEqual({ status: "saved" });
  const whose = async () => (await openTask(db, nora)).assignee;
  const next = async () => {
    await completeTask(db, nora, (await openTask(db, nora)).id);
    return whose();
  };
  return { db, nora, taskId, whose, next, [Symbol.asyncDispose]: () => own[Symbol.asyncDispose]() };
}

test.each([null, "Emma"])(
  "a yes to one stays a yes to one when the task is made to repeat, before: %s",
  async (before) => {
    await using home = await repeatedAfterYes(before);
    const { whose, next } = home;
    expect(await whose()).toBe("Sam");
    expect(await next()).toBe(before);
    expect(await next()).toBe(before);
  },
);

test("one that Sam did stays done if the open one is before it by now", async () => {
  await using home = await repeatedAfterYes(null);
  const { db, nora, taskId, next } = home;
  const [request] = (await readDelegation(db, taskId)).requests;
  await answerAs(db, request!.id, "done");
  await repeatFrom(db, nora, "2101-06-08T15:00", { interval: 1, unit: "day" });
  expect(await reopenTask(db, nora, taskId)).toBe(false);
  const page = () => findRequestPage(db, { id: request!.id, version: 1, isCopy: false });
  for (let count = 0; count < 3; count += 1) {
    expect(await page()).toMatchObject({ status: "done" });
    expect(await next()).toBeNull();
  }
});

test.each([
  [null, "following"],
  ["Emma", "following"],
  ["Emma", "all"],
] as const)(
  "a yes to one stays a yes to one when others are edited with it, before: %s, for %s",
  async (before, scope) => {
    await using home = await repeatedAfterYes(before);
    const { db, nora, taskId, whose, next } = home;
    const task = db.selectFrom("tasks").select("version").where("id", "=", taskId);
    const { version } = await task.executeTakeFirstOrThrow();
    // The form shows who has the open one, and sends the name along.
    const shown = { assignee: "Sam", assigneeBefore: "Sam", dueDate: "2101-06-10T16:00", version };
    const draft = { ...shown, title: "Pick up Emma at the pool", category: "Kids", scope } as const;
    expect(await editTask(db, nora, taskId, draft, nora.timeZone)).toBe("saved");
    expect(await whose()).toBe("Sam");
    expect(await next()).toBe(before);
    expect(await openTask(db, nora)).toMatchObject({ title: "Pick up Emma at the pool" });
  },
);

test("after Withdraw nothing of the series is theirs", async () => {
  await using home = await repeatedAfterYes("Emma");
  const { db, nora, taskId, whose, next } = home;
  expect(await withdrawRequest(db, nora, taskId)).toBe("withdrawn");
  expect(await whose()).toBe("Emma");
  expect(await next()).toBe("Emma");
});

test("after they were removed nothing of the series is theirs", async () => {
  await using home = await repeatedAfterYes(null);
  const { db, nora, whose, next } = home;
  await removeFamilyMember(db, nora, nora.sam);
  expect(await whose()).toBe(null);
  expect(await next()).toBe(null);
});

test("whoever had it before the yes and was removed meanwhile does not get it back", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const taskId = await newTask(db, nora);
  const set = { assignee_id: nora.alex };
  await db.updateTable("tasks").set(set).where("id", "=", taskId).execute();
  await answerAs(db, await sendRequest(db, nora, taskId), "accept");
  await removeFamilyMember(db, nora, nora.alex);
  expect(await withdrawRequest(db, nora, taskId, nowIso())).toBe("withdrawn");
  expect(await openTask(db, nora)).toMatchObject({ assignee: null });
});

import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import type { AnswerInput } from "#app/domain/delegation/input.ts";
import { withdrawRequest } from "#app/domain/delegation/ending/withdraw.server.ts";
import { leaveHousehold } from "#app/domain/lifecycle/leave-household.server.ts";
import { removeFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import {
  completeTask,
  deleteTask,
  editTask,
  reopenTask,
  restoreTask,
} from "#app/domain/tasks/changing/task.server.ts";
import type { Database } from "#db/schema.ts";
import { newDatabase } from "../../support/records/database.ts";
import {
  sendRequest,
  type AskingFamily,
  newAskingFamily,
  newTask,
  answerAs,
  readDelegation,
} from "../../support/messages/delegation.ts";
import { newBob } from "../../support/people/leaving-member.ts";
import { newFamily } from "../../support/records/family.ts";
import { moveAccount, personIdOf } from "../../support/records/people.ts";

const tooLate: [string, AnswerInput["answer"][], (scene: Scene) => Promise<unknown>][] = [
  ["after a no", ["done"], ({ db, id }) => answerAs(db, id, "decline")],
  [
    "after completion",
    ["decline", "accept"],
    ({ db, id }) => answerAs(db, id, "accept").then(() => answerAs(db, id, "done")),
  ],
  [
    "after withdrawal",
    ["accept", "decline", "done"],
    ({ db, nora, taskId }) => withdrawRequest(db, nora, taskId),
  ],
  [
    "after someone else was asked",
    ["accept", "decline", "done"],
    ({ db, nora, taskId }) => sendRequest(db, nora, taskId, nora.alex),
  ],
  [
    "after the task was completed",
    ["accept", "decline", "done"],
    ({ db, nora, taskId }) => completeTask(db, nora, taskId),
  ],
  [
    "after the task was deleted",
    ["accept", "decline", "done"],
    ({ db, nora, taskId }) => deleteTask(db, nora, taskId),
  ],
  [
    "after they left the family",
    ["accept", "decline", "done"],
    ({ db, nora }) => removeFamilyMember(db, nora, nora.sam),
  ],
];

interface Scene {
  db: Kysely<Database>;
  nora: AskingFamily;
  taskId: string;
  id: string;
}

test.for(tooLate)("%s the answers %s are refused", async ([, answers, change]) => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const taskId = await newTask(own.db, nora);
  const id = await sendRequest(own.db, nora, taskId);
  await change({ db: own.db, nora, taskId, id });
  const before = await readDelegation(own.db, taskId);
  for (const answer of answers) expect(await answerAs(own.db, id, answer)).toBe("late");
  expect(await readDelegation(own.db, taskId)).toEqual(before);
});

const endings: [string, string, (scene: Scene) => Promise<unknown>][] = [
  ["taken back", "withdrawn", ({ db, nora, taskId }) => withdrawRequest(db, nora, taskId)],
  ["done by somebody", "task_completed", ({ db, nora, taskId }) => completeTask(db, nora, taskId)],
  ["deleted", "task_deleted", ({ db, nora, taskId }) => deleteTask(db, nora, taskId)],
  [
    "asked of somebody who is gone",
    "withdrawn",
    ({ db, nora }) => removeFamilyMember(db, nora, nora.sam),
  ],
];

test.for(endings)("a task that is %s can no longer be delegated", async ([, state, change]) => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const taskId = await newTask(own.db, nora);
  const id = await sendRequest(own.db, nora, taskId);
  await change({ db: own.db, nora, taskId, id });
  const { task, requests } = await readDelegation(own.db, taskId);
  expect(task).toMatchObject({ delegated_to: null, delegation_status: "none" });
  expect(requests).toMatchObject([{ state, ended_at: expect.any(String), delegate_name: "Sam" }]);
});

test("an assignee stays assigned while the task is completed or deleted and when it returns", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const taskId = await newTask(own.db, nora);
  await answerAs(own.db, await sendRequest(own.db, nora, taskId), "accept");
  for (const change of [completeTask, reopenTask, deleteTask, restoreTask]) {
    await change(own.db, nora, taskId);
    expect((await readDelegation(own.db, taskId)).task).toMatchObject({
      delegation_status: "accepted",
      assignee: "Sam",
    });
  }
});

test("asking someone else replaces the first request and its answer", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const taskId = await newTask(own.db, nora);
  await answerAs(own.db, await sendRequest(own.db, nora, taskId), "decline", "At work");
  await sendRequest(own.db, nora, taskId, nora.alex);
  const { task, requests } = await readDelegation(own.db, taskId);
  expect(task).toMatchObject({ delegated_to: nora.alex, delegation_status: "pending" });
  expect(requests).toMatchObject([
    { delegate_name: "Alex", state: "pending" },
    { delegate_name: "Sam", state: "superseded", answer: "declined", line: "At work" },
  ]);
});

test("withdrawing an accepted request restores the previous assignee unless it changed since", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  for (const [since, after] of [
    [undefined, "Grandma"],
    ["Ben", "Ben"],
  ] as const) {
    const taskId = await newTask(own.db, nora);
    await own.db
      .updateTable("tasks")
      .set({ assignee_name: "Grandma" })
      .where("id", "=", taskId)
      .execute();
    await answerAs(own.db, await sendRequest(own.db, nora, taskId), "accept");
    if (since)
      await own.db
        .updateTable("tasks")
        .set({ assignee_id: null, assignee_name: since })
        .where("id", "=", taskId)
        .execute();
    expect(await withdrawRequest(own.db, nora, taskId)).toBe("withdrawn");
    expect((await readDelegation(own.db, taskId)).task).toMatchObject({
      delegation_status: "none",
      assignee: after,
    });
  }
});

test("withdrawing without an open request says so", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const taskId = await newTask(own.db, nora);
  expect(await withdrawRequest(own.db, nora, taskId)).toBe("nobody");
  expect(await withdrawRequest(own.db, await newFamily(own.db), taskId)).toBe("missing");
});

test("a completed request cannot be withdrawn", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const taskId = await newTask(own.db, nora);
  const id = await sendRequest(own.db, nora, taskId);
  await answerAs(own.db, id, "accept");
  await answerAs(own.db, id, "done");
  expect(await withdrawRequest(own.db, nora, taskId)).toBe("nobody");
  expect((await readDelegation(own.db, taskId)).task.delegation_status).toBe("accepted");
});

test("the database refuses a second open request for a task", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const taskId = await newTask(own.db, nora);
  const id = await sendRequest(own.db, nora, taskId);
  const row = await own.db
    .selectFrom("delegations")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const second = own.db.insertInto("delegations").values({ ...row, id: crypto.randomUUID() });
  await expect(second.execute()).rejects.toThrow(/unique constraint/i);
});

test("a task is nobody's when it is opened again after who did it has left", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const taskId = await newTask(db, nora);
  const id = await sendRequest(db, nora, taskId);
  await answerAs(db, id, "accept");
  await answerAs(db, id, "done");
  await removeFamilyMember(db, nora, nora.sam);
  expect((await readDelegation(db, taskId)).task).toMatchObject({ assignee: "Sam" });
  await reopenTask(db, nora, taskId);
  expect((await readDelegation(db, taskId)).task).toMatchObject({
    assignee: null,
    delegation_status: "none",
  });
});

test("choosing another by hand ends the request of who said yes, whose NO comes late", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const taskId = await newTask(db, nora);
  const request = await sendRequest(db, nora, taskId);
  await answerAs(db, request, "accept");
  const { version } = await db
    .selectFrom("tasks")
    .select("version")
    .where("id", "=", taskId)
    .executeTakeFirstOrThrow();
  const due = { dueDate: "2101-06-10T15:00", version, scope: "one" } as const;
  const draft = { title: "Pick up Emma", category: "Kids", assignee: "Emma", ...due } as const;
  expect(await editTask(db, nora, taskId, draft, "America/New_York")).toBe("saved");
  expect(await answerAs(db, request, "decline")).toBe("late");
  expect(await readDelegation(db, taskId)).toMatchObject({
    task: { delegation_status: "none", delegated_to: null, assignee: "Emma" },
    requests: [{ state: "superseded", answer: "accepted" }],
  });
});

test("an owner whose asker leaves keeps what they said yes to, and can still say no", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const bob = await newBob(db, nora);
  const lea = await newFamily(db);
  await moveAccount(db, lea.userId, nora.householdId);
  const taskId = await newTask(db, { ...lea, householdId: nora.householdId });
  const person = await personIdOf(db, nora.userId);
  await db.updateTable("people").set({ relation: "partner" }).where("id", "=", person).execute();
  const request = await sendRequest(db, bob, taskId, person, "link");
  await answerAs(db, request, "accept");
  const reminders = () =>
    db
      .selectFrom("reminders")
      .select("id")
      .where("user_id", "=", nora.userId)
      .where("status", "=", "pending")
      .execute();
  const before = await reminders();
  expect(before.length).toBeGreaterThan(0);
  await leaveHousehold(db, bob, bob.membershipId);
  expect(await reminders()).toEqual(before);
  const { task } = await readDelegation(db, taskId);
  expect(task).toMatchObject({ delegation_status: "accepted", assignee: "Nora" });

  await answerAs(db, request, "decline");
  expect((await readDelegation(db, taskId)).task.assignee).toBeNull();
  expect(await reminders()).toEqual([]);
  const told = db.selectFrom("deliveries").select("id").where("kind", "=", "delegation_answer");
  expect(await told.where("user_id", "=", nora.userId).execute()).toEqual([]);
});

test("an owner whose asker leaves is not asked by themselves", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const bob = await newBob(db, nora);
  const taskId = await newTask(db, bob);
  const person = await personIdOf(db, nora.userId);
  await db.updateTable("people").set({ relation: "partner" }).where("id", "=", person).execute();
  await sendRequest(db, bob, taskId, person, "link");
  await leaveHousehold(db, bob, bob.membershipId);
  expect(await readDelegation(db, taskId)).toMatchObject({
    task: { delegation_status: "none", delegated_to: null },
    requests: [{ state: "withdrawn" }],
  });
});

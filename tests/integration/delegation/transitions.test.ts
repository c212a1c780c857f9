import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { answerRequest } from "#app/domain/delegation/answer.server.ts";
import { ask } from "#app/domain/delegation/ask.server.ts";
import type { AnswerInput, AskMethod } from "#app/domain/delegation/input.ts";
import { withdrawRequest } from "#app/domain/delegation/withdraw.server.ts";
import { removeFamilyMember } from "#app/domain/family/change-family.server.ts";
import { completeTask, deleteTask, reopenTask, restoreTask } from "#app/domain/tasks/task.server.ts";
import type { Database } from "#db/schema.ts";
import { newDatabase } from "../../support/database.ts";
import { type Couple, newCouple, newTask, told } from "../../support/delegation.ts";
import { newFamily } from "../../support/family.ts";

/** Nora asks Sam, unless another is said; the request's id. */
async function asks(db: Kysely<Database>, nora: Couple, taskId: string, whom = nora.sam, method: AskMethod = "sms") {
  const asked = await ask(db, nora, { taskId, familyMemberId: whom, method });
  if (asked.is !== "asked") throw new Error(asked.is);
  return asked.id;
}

const says = (db: Kysely<Database>, id: string, answer: AnswerInput["answer"], line?: string) =>
  answerRequest(db, id, { answer, line });

test("asking makes the task pending, and a request and its message, all of it at once", async () => {
  await using own = newDatabase();
  const nora = await newCouple(own.db);
  const taskId = await newTask(own.db, nora);
  const id = await asks(own.db, nora, taskId);
  const { task, requests } = await told(own.db, taskId);
  expect(task).toMatchObject({ delegated_to: nora.sam, delegation_status: "pending", assignee: null });
  expect(requests).toMatchObject([
    { id, state: "pending", method: "sms", delegate_name: "Sam", asked_by: nora.userId },
  ]);
  const deliveries = await own.db.selectFrom("deliveries").selectAll().execute();
  expect(deliveries).toMatchObject([{ kind: "delegation_request", channel: "sms", subject_id: id, state: "ready" }]);
});

test("asking with a link sends nothing", async () => {
  await using own = newDatabase();
  const nora = await newCouple(own.db);
  await asks(own.db, nora, await newTask(own.db, nora), nora.sam, "link");
  expect(await own.db.selectFrom("deliveries").selectAll().execute()).toEqual([]);
});

test("the same form sent twice asks once", async () => {
  await using own = newDatabase();
  const nora = await newCouple(own.db);
  const taskId = await newTask(own.db, nora);
  const first = await asks(own.db, nora, taskId);
  expect(await asks(own.db, nora, taskId)).toBe(first);
  expect(await own.db.selectFrom("deliveries").select("id").execute()).toHaveLength(1);
});

test("whoever could not be reached can be asked again in the same way", async () => {
  await using own = newDatabase();
  const nora = await newCouple(own.db);
  const taskId = await newTask(own.db, nora);
  const first = await asks(own.db, nora, taskId);
  await own.db.updateTable("deliveries").set({ state: "failed", reason: "bad_address" }).execute();
  expect(await asks(own.db, nora, taskId)).not.toBe(first);
  const { requests } = await told(own.db, taskId);
  expect(requests.map(({ state }) => state)).toEqual(["pending", "superseded"]);
});

test("yes makes the task accepted and theirs, and tells who asked", async () => {
  await using own = newDatabase();
  const nora = await newCouple(own.db);
  const taskId = await newTask(own.db, nora);
  const id = await asks(own.db, nora, taskId);
  expect(await says(own.db, id, "accept", "I'll be there at 3")).toBe("saved");
  const { task, requests } = await told(own.db, taskId);
  expect(task).toMatchObject({ delegated_to: nora.sam, delegation_status: "accepted", assignee: "Sam" });
  expect(requests).toMatchObject([{ state: "accepted", answer: "accepted", line: "I'll be there at 3" }]);
  expect(await toldNora(own.db)).toMatchObject([{ channel: "sms", user_id: nora.userId, subject_id: id }]);
});

test("no makes the task declined, and tells who asked", async () => {
  await using own = newDatabase();
  const nora = await newCouple(own.db);
  const taskId = await newTask(own.db, nora);
  expect(await says(own.db, await asks(own.db, nora, taskId), "decline")).toBe("saved");
  const { task } = await told(own.db, taskId);
  expect(task).toMatchObject({ delegated_to: nora.sam, delegation_status: "declined", assignee: null });
  expect(await toldNora(own.db)).toHaveLength(1);
});

test("what was accepted can be done from the link, and who asked is told", async () => {
  await using own = newDatabase();
  const nora = await newCouple(own.db);
  const taskId = await newTask(own.db, nora);
  const id = await asks(own.db, nora, taskId);
  await says(own.db, id, "accept");
  expect(await says(own.db, id, "done")).toBe("saved");
  const { task, requests } = await told(own.db, taskId);
  expect(task).toMatchObject({ is_completed: 1, delegation_status: "accepted" });
  expect(requests[0]?.done_at).toBeTruthy();
  expect((await toldNora(own.db)).map(({ dedupe_key }) => dedupe_key.split(":")[2])).toEqual(["accepted", "done"]);
});

test("what was done by them and reopened is not done, and can be done again", async () => {
  await using own = newDatabase();
  const nora = await newCouple(own.db);
  const taskId = await newTask(own.db, nora);
  const id = await asks(own.db, nora, taskId);
  await says(own.db, id, "accept");
  await says(own.db, id, "done");
  await reopenTask(own.db, nora, taskId);
  expect((await told(own.db, taskId)).requests).toMatchObject([{ state: "accepted", done_at: null }]);
  expect(await says(own.db, id, "done")).toBe("saved");
});

test("the same said twice is said once", async () => {
  await using own = newDatabase();
  const nora = await newCouple(own.db);
  const taskId = await newTask(own.db, nora);
  const id = await asks(own.db, nora, taskId);
  for (const answer of ["accept", "done"] as const) {
    expect(await says(own.db, id, answer)).toBe("saved");
    expect(await says(own.db, id, answer)).toBe("same");
  }
  expect(await toldNora(own.db)).toHaveLength(2);
});

const tooLate: [string, AnswerInput["answer"][], (scene: Scene) => Promise<unknown>][] = [
  ["before it was accepted", ["done"], async () => undefined],
  ["after a yes", ["decline"], ({ db, id }) => says(db, id, "accept")],
  ["after a no", ["accept", "done"], ({ db, id }) => says(db, id, "decline")],
  ["after it was done", ["decline", "accept"], ({ db, id }) => says(db, id, "accept").then(() => says(db, id, "done"))],
  [
    "after it was taken back",
    ["accept", "decline", "done"],
    ({ db, nora, taskId }) => withdrawRequest(db, nora, taskId),
  ],
  [
    "after another was asked",
    ["accept", "decline", "done"],
    ({ db, nora, taskId }) => asks(db, nora, taskId, nora.alex),
  ],
  ["after the task was done", ["accept", "decline", "done"], ({ db, nora, taskId }) => completeTask(db, nora, taskId)],
  ["after the task was deleted", ["accept", "decline", "done"], ({ db, nora, taskId }) => deleteTask(db, nora, taskId)],
  [
    "after they left the family",
    ["accept", "decline", "done"],
    ({ db, nora }) => removeFamilyMember(db, nora, nora.sam),
  ],
];

interface Scene {
  db: Kysely<Database>;
  nora: Couple;
  taskId: string;
  id: string;
}

test.for(tooLate)("%s, it is too late for %s", async ([, answers, change]) => {
  await using own = newDatabase();
  const nora = await newCouple(own.db);
  const taskId = await newTask(own.db, nora);
  const id = await asks(own.db, nora, taskId);
  await change({ db: own.db, nora, taskId, id });
  const before = await told(own.db, taskId);
  for (const answer of answers) expect(await says(own.db, id, answer)).toBe("late");
  expect(await told(own.db, taskId)).toEqual(before);
});

const endings: [string, string, (scene: Scene) => Promise<unknown>][] = [
  ["taken back", "withdrawn", ({ db, nora, taskId }) => withdrawRequest(db, nora, taskId)],
  ["done by somebody", "task_completed", ({ db, nora, taskId }) => completeTask(db, nora, taskId)],
  ["deleted", "task_deleted", ({ db, nora, taskId }) => deleteTask(db, nora, taskId)],
  ["asked of somebody who is gone", "withdrawn", ({ db, nora }) => removeFamilyMember(db, nora, nora.sam)],
];

test.for(endings)("a task that is %s asks nobody any more", async ([, state, change]) => {
  await using own = newDatabase();
  const nora = await newCouple(own.db);
  const taskId = await newTask(own.db, nora);
  const id = await asks(own.db, nora, taskId);
  await change({ db: own.db, nora, taskId, id });
  const { task, requests } = await told(own.db, taskId);
  expect(task).toMatchObject({ delegated_to: null, delegation_status: "none" });
  expect(requests).toMatchObject([{ state, ended_at: expect.any(String), delegate_name: "Sam" }]);
});

test("who said yes stays so while the task is done or deleted, and when it comes back", async () => {
  await using own = newDatabase();
  const nora = await newCouple(own.db);
  const taskId = await newTask(own.db, nora);
  await says(own.db, await asks(own.db, nora, taskId), "accept");
  for (const change of [completeTask, reopenTask, deleteTask, restoreTask]) {
    await change(own.db, nora, taskId);
    expect((await told(own.db, taskId)).task).toMatchObject({ delegation_status: "accepted", assignee: "Sam" });
  }
});

test("asking somebody else sets the first request aside, with what they had said", async () => {
  await using own = newDatabase();
  const nora = await newCouple(own.db);
  const taskId = await newTask(own.db, nora);
  await says(own.db, await asks(own.db, nora, taskId), "decline", "At work");
  await asks(own.db, nora, taskId, nora.alex);
  const { task, requests } = await told(own.db, taskId);
  expect(task).toMatchObject({ delegated_to: nora.alex, delegation_status: "pending" });
  expect(requests).toMatchObject([
    { delegate_name: "Alex", state: "pending" },
    { delegate_name: "Sam", state: "superseded", answer: "declined", line: "At work" },
  ]);
});

test("taking back a yes gives the task to whom it was given before, unless that has been changed since", async () => {
  await using own = newDatabase();
  const nora = await newCouple(own.db);
  for (const [since, after] of [
    [undefined, "Grandma"],
    ["Ben", "Ben"],
  ] as const) {
    const taskId = await newTask(own.db, nora);
    await own.db.updateTable("tasks").set({ assignee: "Grandma" }).where("id", "=", taskId).execute();
    await says(own.db, await asks(own.db, nora, taskId), "accept");
    if (since) await own.db.updateTable("tasks").set({ assignee: since }).where("id", "=", taskId).execute();
    expect(await withdrawRequest(own.db, nora, taskId)).toBe("withdrawn");
    expect((await told(own.db, taskId)).task).toMatchObject({ delegation_status: "none", assignee: after });
  }
});

test("nobody is asked who cannot be, nor about what is not there", async () => {
  await using own = newDatabase();
  const nora = await newCouple(own.db);
  const stranger = await newFamily(own.db, { Kim: "spouse" });
  const taskId = await newTask(own.db, nora);
  const idOf = async (name: string) =>
    (await own.db.selectFrom("family_members").select("id").where("name", "=", name).executeTakeFirstOrThrow()).id;
  const asking = async (more: { taskId?: string; familyMemberId?: string; method?: AskMethod }) =>
    (await ask(own.db, nora, { taskId, familyMemberId: nora.sam, method: "sms", ...more })).is;
  expect(await asking({ familyMemberId: await idOf("Emma") })).toBe("not_a_delegate");
  expect(await asking({ familyMemberId: await idOf("Kim") })).toBe("not_a_delegate");
  expect(await asking({ taskId: await newTask(own.db, stranger) })).toBe("missing");
  await own.db.updateTable("family_members").set({ phone: null }).where("id", "=", nora.sam).execute();
  expect(await asking({ method: "whatsapp" })).toBe("no_address");
  await completeTask(own.db, nora, taskId);
  expect(await asking({ method: "link" })).toBe("completed");
  expect((await told(own.db, taskId)).requests).toEqual([]);
});

test("nobody asks themselves: who is linked to a spouse's name sees the one who added them", async () => {
  await using own = newDatabase();
  const nora = await newCouple(own.db);
  const taskId = await newTask(own.db, nora);
  await own.db.updateTable("family_members").set({ linked_user_id: nora.userId }).where("id", "=", nora.sam).execute();
  expect((await ask(own.db, nora, { taskId, familyMemberId: nora.sam, method: "link" })).is).toBe("not_a_delegate");
});

test("taking back what nobody is asked says so", async () => {
  await using own = newDatabase();
  const nora = await newCouple(own.db);
  const taskId = await newTask(own.db, nora);
  expect(await withdrawRequest(own.db, nora, taskId)).toBe("nobody");
  expect(await withdrawRequest(own.db, await newFamily(own.db), taskId)).toBe("missing");
});

test("what is done is not taken back", async () => {
  await using own = newDatabase();
  const nora = await newCouple(own.db);
  const taskId = await newTask(own.db, nora);
  const id = await asks(own.db, nora, taskId);
  await says(own.db, id, "accept");
  await says(own.db, id, "done");
  expect(await withdrawRequest(own.db, nora, taskId)).toBe("nobody");
  expect((await told(own.db, taskId)).task.delegation_status).toBe("accepted");
});

test("the database itself refuses a second open request of a task", async () => {
  await using own = newDatabase();
  const nora = await newCouple(own.db);
  const taskId = await newTask(own.db, nora);
  const id = await asks(own.db, nora, taskId);
  const row = await own.db.selectFrom("delegations").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const second = own.db.insertInto("delegations").values({ ...row, id: crypto.randomUUID() });
  await expect(second.execute()).rejects.toThrow(/UNIQUE/);
});

const toldNora = (db: Kysely<Database>) =>
  db.selectFrom("deliveries").selectAll().where("kind", "=", "delegation_answer").orderBy("id").execute();

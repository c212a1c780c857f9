import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { ask } from "#app/domain/delegation/asking/ask.server.ts";
import type { AskMethod } from "#app/domain/delegation/input.ts";
import { completeTask, reopenTask } from "#app/domain/tasks/changing/task.server.ts";
import type { Database } from "#db/schema.ts";
import { newDatabase } from "../../support/database.ts";
import { asks, newCouple, newTask, says, told } from "../../support/delegation.ts";
import { newFamily } from "../../support/family.ts";

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

test("nobody is asked who cannot be, nor about what is not there", async () => {
  await using own = newDatabase();
  const nora = await newCouple(own.db);
  const stranger = await newFamily(own.db, { Kim: "spouse" });
  const taskId = await newTask(own.db, nora);
  const idOf = async (name: string) =>
    (await own.db.selectFrom("family_members").select("id").where("name", "=", name).executeTakeFirstOrThrow()).id;
  const asking = async (more: { taskId?: string; familyMemberId?: string; method?: AskMethod }) =>
    (await ask(own.db, nora, { taskId, familyMemberId: nora.sam, method: "sms", ...more })).status;
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
  expect((await ask(own.db, nora, { taskId, familyMemberId: nora.sam, method: "link" })).status).toBe("not_a_delegate");
});

const toldNora = (db: Kysely<Database>) =>
  db.selectFrom("deliveries").selectAll().where("kind", "=", "delegation_answer").orderBy("id").execute();

import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { ask } from "#app/domain/delegation/asking/ask.server.ts";
import { findDelegatePage } from "#app/domain/delegation/asking/delegate-page.server.ts";
import type { AskMethod } from "#app/domain/delegation/input.ts";
import { completeTask, reopenTask } from "#app/domain/tasks/changing/task.server.ts";
import type { Database } from "#db/schema.ts";
import { newDatabase } from "../../support/records/database.ts";
import {
  sendRequest,
  newAskingFamily,
  newTask,
  answerAs,
  readDelegation,
} from "../../support/messages/delegation.ts";
import { newFamily } from "../../support/records/family.ts";
import { giveAccount } from "../../support/records/people.ts";

test("asking makes the task pending and adds a request and its message in one transaction", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const taskId = await newTask(own.db, nora);
  const id = await sendRequest(own.db, nora, taskId);
  const { task, requests } = await readDelegation(own.db, taskId);
  expect(task).toMatchObject({
    delegated_to: nora.sam,
    delegation_status: "pending",
    assignee: null,
  });
  expect(requests).toMatchObject([
    { id, state: "pending", method: "sms", delegate_name: "Sam", asked_by: nora.userId },
  ]);
  const deliveries = await own.db.selectFrom("deliveries").selectAll().execute();
  expect(deliveries).toMatchObject([
    { kind: "delegation_request", channel: "sms", subject_id: id, state: "ready" },
  ]);
});

test("asking by link sends nothing", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  await sendRequest(own.db, nora, await newTask(own.db, nora), nora.sam, "link");
  expect(await own.db.selectFrom("deliveries").selectAll().execute()).toEqual([]);
});

test("submitting the same form twice asks once", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const taskId = await newTask(own.db, nora);
  const first = await sendRequest(own.db, nora, taskId);
  expect(await sendRequest(own.db, nora, taskId)).toBe(first);
  expect(await own.db.selectFrom("deliveries").select("id").execute()).toHaveLength(1);
});

test("someone who could not be reached can be asked again the same way", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const taskId = await newTask(own.db, nora);
  const first = await sendRequest(own.db, nora, taskId);
  await own.db.updateTable("deliveries").set({ state: "failed", reason: "bad_address" }).execute();
  expect(await sendRequest(own.db, nora, taskId)).not.toBe(first);
  const { requests } = await readDelegation(own.db, taskId);
  expect(requests.map(({ state }) => state)).toEqual(["pending", "superseded"]);
});

test("a yes assigns the task and notifies the asker", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const taskId = await newTask(own.db, nora);
  const id = await sendRequest(own.db, nora, taskId);
  expect(await answerAs(own.db, id, "accept", "I'll be there at 3")).toBe("saved");
  const { task, requests } = await readDelegation(own.db, taskId);
  expect(task).toMatchObject({
    delegated_to: nora.sam,
    delegation_status: "accepted",
    assignee: "Sam",
  });
  expect(requests).toMatchObject([
    { state: "accepted", answer: "accepted", line: "I'll be there at 3" },
  ]);
  expect(await toldNora(own.db)).toMatchObject([
    { channel: "sms", user_id: nora.userId, subject_id: id },
  ]);
});

test("a no marks the task declined and notifies the asker", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const taskId = await newTask(own.db, nora);
  expect(await answerAs(own.db, await sendRequest(own.db, nora, taskId), "decline")).toBe("saved");
  const { task } = await readDelegation(own.db, taskId);
  expect(task).toMatchObject({
    delegated_to: nora.sam,
    delegation_status: "declined",
    assignee: null,
  });
  expect(await toldNora(own.db)).toHaveLength(1);
});

test("an accepted task can be completed from the link, and the asker is notified", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const taskId = await newTask(own.db, nora);
  const id = await sendRequest(own.db, nora, taskId);
  await answerAs(own.db, id, "accept");
  expect(await answerAs(own.db, id, "done")).toBe("saved");
  const { task, requests } = await readDelegation(own.db, taskId);
  expect(task).toMatchObject({ is_completed: 1, delegation_status: "accepted" });
  expect(requests[0]?.done_at).toBeTruthy();
  expect((await toldNora(own.db)).map(({ dedupe_key }) => dedupe_key.split(":")[2])).toEqual([
    "accepted",
    "done",
  ]);
});

test("a task completed by link and reopened can be completed again", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const taskId = await newTask(own.db, nora);
  const id = await sendRequest(own.db, nora, taskId);
  await answerAs(own.db, id, "accept");
  await answerAs(own.db, id, "done");
  await reopenTask(own.db, nora, taskId);
  expect((await readDelegation(own.db, taskId)).requests).toMatchObject([
    { state: "accepted", done_at: null },
  ]);
  expect(await answerAs(own.db, id, "done")).toBe("saved");
});

test("a repeated answer counts once", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const taskId = await newTask(own.db, nora);
  const id = await sendRequest(own.db, nora, taskId);
  for (const answer of ["accept", "done"] as const) {
    expect(await answerAs(own.db, id, answer)).toBe("saved");
    expect(await answerAs(own.db, id, answer)).toBe("same");
  }
  expect(await toldNora(own.db)).toHaveLength(2);
});

test("a request to an unreachable person or about a missing task is refused", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const stranger = await newFamily(own.db, { Kim: "spouse" });
  const taskId = await newTask(own.db, nora);
  const idOf = async (name: string) =>
    (
      await own.db
        .selectFrom("people")
        .select("id")
        .where("name", "=", name)
        .executeTakeFirstOrThrow()
    ).id;
  const asking = async (more: { taskId?: string; familyMemberId?: string; method?: AskMethod }) =>
    (await ask(own.db, nora, { taskId, familyMemberId: nora.sam, method: "sms", ...more })).status;
  expect(await asking({ familyMemberId: await idOf("Emma") })).toBe("not_a_delegate");
  expect(await asking({ familyMemberId: await idOf("Kim") })).toBe("not_a_delegate");
  expect(await asking({ taskId: await newTask(own.db, stranger) })).toBe("missing");
  await own.db.updateTable("people").set({ phone: null }).where("id", "=", nora.sam).execute();
  expect(await asking({ method: "whatsapp" })).toBe("no_address");
  await completeTask(own.db, nora, taskId);
  expect(await asking({ method: "link" })).toBe("completed");
  expect((await readDelegation(own.db, taskId)).requests).toEqual([]);
});

test("no user can ask themselves, so a spouse entry linked to the user means the one who added it", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const taskId = await newTask(own.db, nora);
  await giveAccount(own.db, nora.sam, nora.userId);
  expect(
    (await ask(own.db, nora, { taskId, familyMemberId: nora.sam, method: "link" })).status,
  ).toBe("not_a_delegate");
});

const toldNora = (db: Kysely<Database>) =>
  db
    .selectFrom("deliveries")
    .selectAll()
    .where("kind", "=", "delegation_answer")
    .orderBy("id")
    .execute();

test("a yes after somebody else was asked is the page's request, and can be replaced", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const taskId = await newTask(db, nora);
  const sams = await sendRequest(db, nora, taskId);
  await answerAs(db, sams, "decline");
  await sendRequest(db, nora, taskId, nora.alex);
  await answerAs(db, sams, "accept");
  const instance = { isSetUp: () => true, origin: "https://mila.example" };
  const page = await findDelegatePage(db, nora, taskId, instance);
  expect(page?.current).toMatchObject({ id: sams, name: "Sam", status: "accepted" });
  const again = {
    taskId,
    familyMemberId: nora.alex,
    method: "sms",
    shown: page?.shown ?? "",
  } as const;
  expect(await ask(db, nora, again)).toMatchObject({ status: "asked", state: "pending" });
  expect((await readDelegation(db, taskId)).task.delegated_to).toBe(nora.alex);
});

import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import { removeAccounts } from "#app/domain/lifecycle/remove-accounts.server.ts";
import { readRevision } from "#app/domain/people/revision.server.ts";
import { syncReminders } from "#app/domain/reminders/planning/sync-reminders.server.ts";
import type { Database, DeliveryState } from "#db/schema.ts";
import { newDatabase } from "../../support/records/database.ts";
import {
  sendRequest,
  type AskingFamily,
  newAskingFamily,
  newTask,
  phones,
  answerAs,
  readDelegation,
} from "../../support/messages/delegation.ts";
import { newMember } from "../../support/records/family.ts";

/** Bob, a member of Nora's household, with a task and its reminder. */
async function newBob(db: Kysely<Database>, nora: AskingFamily) {
  const membershipId = await newMember(db, nora.householdId);
  const members = db
    .selectFrom("household_members")
    .select("user_id")
    .where("id", "=", membershipId);
  const bob = { ...nora, userId: (await members.executeTakeFirstOrThrow()).user_id };
  const taskId = await newTask(db, bob, "Call the dentist");
  await db.transaction().execute((trx) => syncReminders(trx, { taskIds: [taskId] }));
  return { bob, taskId };
}

const listRemindedUsers = async (db: Kysely<Database>, taskId: string) => {
  const reminders = db
    .selectFrom("reminders")
    .select(["user_id", "status"])
    .where("task_id", "=", taskId);
  return (await reminders.execute()).map(({ user_id, status }) => [user_id, status]);
};

test("the heir of a deleted member's tasks is reminded of them, and open pages update", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const { bob, taskId } = await newBob(own.db, nora);
  expect(await listRemindedUsers(own.db, taskId)).toEqual([[bob.userId, "pending"]]);
  const revision = () => readRevision(own.db, nora.householdId);
  const before = await revision();

  expect(await deleteAccount(own.db, bob.userId)).toBe("leaves");
  await removeAccounts(own.db);
  expect(await listRemindedUsers(own.db, taskId)).toEqual([[nora.userId, "pending"]]);
  expect(await revision()).toBeGreaterThan(before);
});

test("open pages update even when the deleted member had created nothing", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const { bob, taskId } = await newBob(own.db, nora);
  await own.db.deleteFrom("tasks").where("id", "=", taskId).execute();
  const before = await readRevision(own.db, nora.householdId);
  await deleteAccount(own.db, bob.userId);
  expect(await readRevision(own.db, nora.householdId)).toBeGreaterThan(before);
});

const messages: [DeliveryState, "withdrawn" | "pending"][] = [
  ["ready", "withdrawn"],
  ["failed", "withdrawn"],
  ["sent", "pending"],
  ["delivered", "pending"],
];

test.for(messages)(
  "a deleted member's request whose message is %s is %s",
  async ([state, becomes]) => {
    await using own = newDatabase();
    const nora = await newAskingFamily(own.db);
    const { bob, taskId } = await newBob(own.db, nora);
    const id = await sendRequest(own.db, bob, taskId);
    await own.db.updateTable("deliveries").set({ state }).where("subject_id", "=", id).execute();

    await deleteAccount(own.db, bob.userId);
    await removeAccounts(own.db);
    const { task, requests } = await readDelegation(own.db, taskId);
    expect(requests).toMatchObject([
      { state: becomes, asked_by: becomes === "pending" ? nora.userId : null },
    ]);
    expect(task.delegation_status).toBe(becomes === "pending" ? "pending" : "none");
    expect(await answerAs(own.db, id, "accept")).toBe(becomes === "pending" ? "saved" : "late");
  },
);

test("a link that a deleted member shared can still be answered", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const { bob, taskId } = await newBob(own.db, nora);
  const id = await sendRequest(own.db, bob, taskId, nora.sam, "link");
  await deleteAccount(own.db, bob.userId);
  await answerAs(own.db, id, "accept");
  expect((await readDelegation(own.db, taskId)).task).toMatchObject({
    delegation_status: "accepted",
    assignee: "Sam",
  });
});

test("phone numbers known only to a deleted household are deleted", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  await own.db
    .insertInto("text_conversations")
    .values(Object.values(phones).map((sender) => ({ sender })))
    .execute();
  expect(await deleteAccount(own.db, nora.userId)).toBe("is_alone");
  expect(await own.db.selectFrom("text_conversations").select("sender").execute()).toEqual([]);
});

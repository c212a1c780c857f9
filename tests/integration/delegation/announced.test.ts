import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { withdrawRequest } from "#app/domain/delegation/ending/withdraw.server.ts";
import { removeFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import { readRevision } from "#app/domain/people/revision.server.ts";
import type { Database } from "#db/schema.ts";
import { newDatabase } from "../../support/records/database.ts";
import {
  answerAs,
  newAskingFamily,
  newTask,
  sendRequest,
} from "../../support/messages/delegation.ts";
import { newFamily } from "../../support/records/family.ts";
import { giveAccount } from "../../support/records/people.ts";

/**
 * Sam has an account in Nora's household, so accepting makes him responsible for a task's
 * reminders.
 */
async function newDelegateWithAccount(db: Kysely<Database>) {
  const nora = await newAskingFamily(db);
  const { userId } = await newFamily(db);
  const membership = { household_id: nora.householdId, role: "member" } as const;
  await db.updateTable("household_members").set(membership).where("user_id", "=", userId).execute();
  await giveAccount(db, nora.sam, userId);
  const readState = async () => {
    const reminders = await db
      .selectFrom("reminders")
      .select("status")
      .where("user_id", "=", userId)
      .execute();
    return {
      revision: await readRevision(db, nora.householdId),
      reminders: reminders.map(({ status }) => status),
    };
  };
  return { nora, taskId: await newTask(db, nora), readState };
}

test("reminders and open pages follow each change of a request", async () => {
  await using own = newDatabase();
  const { nora, taskId, readState } = await newDelegateWithAccount(own.db);
  const before = await readState();
  const id = await sendRequest(own.db, nora, taskId);
  const asked = await readState();
  await answerAs(own.db, id, "accept");
  const accepted = await readState();
  await withdrawRequest(own.db, nora, taskId);
  const withdrawn = await readState();

  const states = [before, asked, accepted, withdrawn];
  expect(states.map(({ reminders }) => reminders)).toEqual([[], [], ["pending"], ["dormant"]]);
  expect(asked.revision).toBeGreaterThan(before.revision);
  expect(accepted.revision).toBeGreaterThan(asked.revision);
  expect(withdrawn.revision).toBeGreaterThan(accepted.revision);
});

test("a family member who is removed gets no more reminders of tasks they accepted", async () => {
  await using own = newDatabase();
  const { nora, taskId, readState } = await newDelegateWithAccount(own.db);
  await answerAs(own.db, await sendRequest(own.db, nora, taskId), "accept");
  expect(await removeFamilyMember(own.db, nora, nora.sam)).toBe(true);
  expect((await readState()).reminders).toEqual(["dormant"]);
});

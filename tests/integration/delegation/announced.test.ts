import { expect, test } from "vitest";
import { withdrawRequest } from "#app/domain/delegation/ending/withdraw.server.ts";
import { readRevision } from "#app/domain/household/revision.server.ts";
import { newDatabase } from "../../support/database.ts";
import { answerAs, newAskingFamily, newTask, sendRequest } from "../../support/delegation.ts";
import { newFamily } from "../../support/family.ts";

test("reminders and open pages follow each change of a request", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const { userId } = await newFamily(own.db);
  await own.db
    .updateTable("household_members")
    .set({ household_id: nora.householdId, role: "member" })
    .where("user_id", "=", userId)
    .execute();
  await own.db.updateTable("family_members").set({ linked_user_id: userId }).where("id", "=", nora.sam).execute();
  const taskId = await newTask(own.db, nora);
  const readState = async () => {
    const reminders = own.db.selectFrom("reminders").select("status").where("user_id", "=", userId);
    const statuses = (await reminders.execute()).map(({ status }) => status);
    return { revision: await readRevision(own.db, nora.householdId), statuses };
  };
  const before = await readState();

  const id = await sendRequest(own.db, nora, taskId);
  const asked = await readState();
  await answerAs(own.db, id, "accept");
  const accepted = await readState();
  await withdrawRequest(own.db, nora, taskId);
  const withdrawn = await readState();

  const states = [before, asked, accepted, withdrawn];
  expect(states.map(({ statuses }) => statuses)).toEqual([[], [], ["pending"], ["dormant"]]);
  expect(asked.revision).toBeGreaterThan(before.revision);
  expect(accepted.revision).toBeGreaterThan(asked.revision);
  expect(withdrawn.revision).toBeGreaterThan(accepted.revision);
});

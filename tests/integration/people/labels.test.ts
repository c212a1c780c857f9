import { expect, test } from "vitest";
import { nowIso } from "#app/domain/core/time.ts";
import { removeFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import { findLabels } from "#app/domain/people/people.server.ts";
import { readWeek } from "#app/domain/tasks/week/week.server.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { textMila } from "../../support/messages/by-text.ts";
import {
  newAskingFamily,
  newTask,
  phones,
  sendRequest,
} from "../../support/messages/delegation.ts";
import { newSender } from "../../support/messages/deliveries.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";

test("the family hears which of two people of one name answered, or has not", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const { db } = own;
  const nora = await newAskingFamily(db);
  await db.updateTable("people").set({ name: "Sam" }).where("id", "=", nora.alex).execute();
  const { sendDue } = newSender(db, twilio.settings);
  await sendRequest(db, nora, await newTask(db, nora));
  await sendDue();
  await textMila(db, "yes");
  await sendDue();
  expect(twilio.messages().filter(({ to }) => to === phones.nora)).toEqual([
    expect.objectContaining({
      body: expect.stringContaining("Mila: Sam (spouse) says yes: Pick up Emma."),
    }),
  ]);
  await sendRequest(db, nora, await newTask(db, nora, "Dishes"), nora.alex);
  const { unanswered } = await readWeek(db, nora, nowIso());
  expect(unanswered).toEqual([{ title: "Dishes", name: "Sam (partner)" }]);
});

test("labels are for those who are there, in each household by itself", async () => {
  await using own = newDatabase();
  const { db } = own;
  const [nora, zoe] = [await newAskingFamily(db), await newFamily(db, { Sam: "partner" })];
  const { id: zoesSam } = await db
    .selectFrom("people")
    .select("id")
    .where("household_id", "=", zoe.householdId)
    .where("name", "=", "Sam")
    .executeTakeFirstOrThrow();
  await db.updateTable("people").set({ name: "Sam" }).where("id", "=", nora.alex).execute();
  const labels = await findLabels(db, [nora.sam, zoesSam]);
  const labelsOf = [nora.sam, nora.alex, zoesSam].map((id) => labels.get(id));
  expect(labelsOf).toEqual(["Sam (spouse)", "Sam (partner)", "Sam"]);
  await removeFamilyMember(db, nora, nora.alex);
  const left = await findLabels(db, [nora.sam, nora.alex]);
  expect([left.get(nora.sam), left.get(nora.alex)]).toEqual(["Sam", undefined]);
});

import { expect, test } from "vitest";
import { nowIso } from "#app/domain/core/time.ts";
import { addRequest } from "../../support/messages/by-text.ts";
import { newAskingFamily } from "../../support/messages/delegation.ts";
import { addDueReminder, newSender } from "../../support/messages/deliveries.ts";
import { newTalkingFamily, noraNumber, talk } from "../../support/messages/talk.ts";
import { newDatabase } from "../../support/records/database.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";

test("SNOOZE means the last reminder, also after a yes to somebody's request", async () => {
  await using own = newDatabase();
  const { db } = own;
  await using twilio = await startFakeTwilio();
  const nora = await newTalkingFamily(db);
  await addDueReminder(db, nora);
  await newSender(db, twilio.settings).sendDue();
  const asker = await newAskingFamily(db);
  await db.updateTable("people").set({ phone: noraNumber }).where("id", "=", asker.sam).execute();
  await addRequest(db, asker);
  expect(await talk(db, "Yes", { now: nowIso() })).toContain("knows you're on it: Pick up Emma");
  expect(await talk(db, "Snooze")).toContain("I'll remind you again in an hour");
});

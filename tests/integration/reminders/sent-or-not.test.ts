import { messageTypes } from "#app/domain/wiring/product.server.ts";
import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { mergeLateMessages } from "#app/domain/outbox/scheduling/merge-late.server.ts";
import { outcomesQuery } from "#app/domain/outbox/views/about-subject.server.ts";
import { tickReminders } from "#app/domain/reminders/tick-reminders.server.ts";
import { listTaskReminders } from "#app/domain/reminders/lists/reminder-list.server.ts";
import { snoozeReminder } from "#app/domain/reminders/reminder.server.ts";
import { earlierBy, laterBy, nowIso } from "#app/domain/core/time.ts";
import type { Database, DeliveryState } from "#db/schema.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { newLadder } from "../../support/messages/ladder.ts";
import { newDatabase } from "../../support/records/database.ts";
import {
  addDueReminder,
  newFamilyWithPhone,
  newSender,
} from "../../support/messages/deliveries.ts";
import type { TestFamily } from "../../support/records/family.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

const outcomes = async (db: Kysely<Database>, family: TestFamily, { taskId }: { taskId: string }) =>
  (await listTaskReminders(db, family, taskId)).map(({ outcome }) => outcome);

test.each<[string, DeliveryState[]]>([
  ["on its way", ["ready"]],
  ["on its way", ["sending", "failed"]],
  ["on its way", ["unknown", "cancelled"]],
  ["sent", ["sent"]],
  ["sent", ["cancelled", "delivered"]],
  ["sent", ["undelivered", "ready"]],
  ["not sent", ["failed"]],
  ["not sent", ["cancelled", "expired"]],
  ["not sent", []],
])("a task's reminder is %j when its messages are %j", async (outcome, states) => {
  await using own = newDatabase();
  const family = await newFamilyWithPhone(own.db);
  await own.db.updateTable("user_preferences").set({ whatsapp_enabled: 1 }).execute();
  const task = await addDueReminder(own.db, family);
  await own.db.deleteFrom("deliveries").execute();
  await own.db.updateTable("reminders").set({ status: "pending" }).execute();
  expect(await outcomes(own.db, family, task)).toEqual([null]);
  await tickReminders(own.db, nowIso());
  for (const [index, channel] of (["sms", "whatsapp"] as const).entries()) {
    const of = own.db.updateTable("deliveries").where("channel", "=", channel);
    if (states[index]) await of.set({ state: states[index] }).execute();
    else await own.db.deleteFrom("deliveries").where("channel", "=", channel).execute();
  }
  expect(await outcomes(own.db, family, task)).toEqual([outcome]);
});

test("a reminder without a provider is not sent", async () => {
  await using own = newDatabase();
  const family = await newFamilyWithPhone(own.db);
  const task = await addDueReminder(own.db, family);
  await newSender(own.db, {}).sendDue();
  expect(await outcomes(own.db, family, task)).toEqual(["not sent"]);
});

test("a reminder that went out by the next way alone counts as sent", async () => {
  await using ladder = await newLadder({
    push_enabled: 1,
    next_way_enabled: 1,
    other_way_enabled: 0,
  });
  const task = await ladder.remind();
  expect(await outcomes(ladder.db, ladder.family, task)).toEqual(["not sent"]);
  expect(await ladder.passMinutes(10)).toEqual({ sms: 1 });
  expect(await outcomes(ladder.db, ladder.family, task)).toEqual(["sent"]);
});

test("a late reminder counts as sent when the message that includes it is", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const family = await newFamilyWithPhone(own.db);
  const task = await addDueReminder(own.db, family, { dueAt: earlierBy(nowIso(), { hours: 1 }) });
  await mergeLateMessages(own.db, messageTypes, nowIso());
  expect(await outcomes(own.db, family, task)).toEqual(["on its way"]);
  await newSender(own.db, twilio.settings).sendDue();
  expect(await outcomes(own.db, family, task)).toEqual(["sent"]);
});

test("a snoozed reminder's earlier sending does not count for the next one", async () => {
  await using own = newDatabase();
  const family = await newFamilyWithPhone(own.db);
  const { taskId, reminderId } = await addDueReminder(own.db, family);
  await own.db.updateTable("deliveries").set({ state: "delivered" }).execute();
  await snoozeReminder(own.db, family, { taskId, reminderId }, 60);
  expect(await outcomes(own.db, family, { taskId })).toEqual([null]);
  await tickReminders(own.db, laterBy(nowIso(), { minutes: 61 }));
  expect(await outcomes(own.db, family, { taskId })).toEqual(["on its way"]);
});

test.skipIf(skippedOnPostgres.plans)("finding the reminders' outcomes uses indexes", async () => {
  await using own = newDatabase();
  const plan = await outcomesQuery(own.db, "reminder", ["any"]).explain(undefined, sql`query plan`);
  expect(plan).toMatchObject([
    {
      detail: expect.stringContaining(
        "deliveries USING INDEX deliveries_by_subject (subject_id=? AND kind=?)",
      ),
    },
    { detail: expect.stringContaining("last USING INDEX sqlite_autoindex_deliveries_1") },
    { detail: expect.stringContaining("CORRELATED SCALAR SUBQUERY") },
    { detail: expect.stringContaining("target USING INDEX sqlite_autoindex_deliveries_1") },
  ]);
});

test("a snoozed reminder goes out, also if others like it are turned off meanwhile", async () => {
  await using ladder = await newLadder({ reminder_one_hour_before: 1, email_enabled: 0 });
  const { db, family, choose } = ladder;
  const ids = await ladder.remindAt(nowIso());
  await db.updateTable("reminders").set({ origin: "preference" }).execute();
  expect(await ladder.work()).toEqual({ sms: 1 });
  expect(await snoozeReminder(db, family, ids, 30)).toBe("snoozed");
  await choose({ reminder_one_hour_before: 0 });
  expect(await ladder.sleepMinutes(31)).toEqual({ sms: 2 });
  expect(await outcomes(db, family, ids)).toEqual(["sent"]);
});

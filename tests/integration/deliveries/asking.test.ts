import { expect, test } from "vitest";
import { sweep } from "#app/domain/deliveries/sweep.server.ts";
import { laterBy, nowIso } from "#app/domain/time.ts";
import { startFakePostmark } from "../../fakes/postmark.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { newDatabase } from "../../support/database.ts";
import { addDueReminder, endOf, newFamilyWithPhone, newSender } from "../../support/deliveries.ts";

test.each([-24, -1, 1, 24])("a message is found when the clock was %d hours off as it was claimed", async (hours) => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const { deliveryId } = await addDueReminder(own.db, await newFamilyWithPhone(own.db));
  twilio.behave({ is: "taking_then_failing", status: 502 });
  const { sendDue, instance, providers } = newSender(own.db, twilio.settings);
  await sendDue();
  await own.db
    .updateTable("deliveries")
    .set({ claimed_at: laterBy(nowIso(), { hours }) })
    .execute();
  await sweep(own.db, instance, providers, nowIso());
  expect(await endOf(own.db, deliveryId)).toEqual({ state: "sent", reason: null });
});

test("the same words that went out an hour ago are not taken for a message that was cut off", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const family = await newFamilyWithPhone(own.db);
  const { taskId } = await addDueReminder(own.db, family);
  const { sendDue, instance, providers } = newSender(own.db, twilio.settings);
  await sendDue();
  const { deliveryId, reminderId } = await addDueReminder(own.db, family);
  await own.db
    .updateTable("reminders")
    .set({ task_id: taskId, minutes_before: 30 })
    .where("id", "=", reminderId)
    .execute();
  twilio.behave({ is: "hanging_up", when: "before_taking", on: "sending" });
  await sendDue();
  await sweep(own.db, instance, providers, nowIso());
  expect(await endOf(own.db, deliveryId)).toMatchObject({ state: "ready" });
});

test("of two messages with the same words that were cut off, one of which was taken, one goes out again", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const family = await newFamilyWithPhone(own.db);
  const { taskId } = await addDueReminder(own.db, family);
  const second = await addDueReminder(own.db, family);
  await own.db
    .updateTable("reminders")
    .set({ task_id: taskId, minutes_before: 30 })
    .where("id", "=", second.reminderId)
    .execute();
  twilio.behave({ is: "taking_then_failing", status: 502, times: 1 }, { is: "hanging_up", when: "before_taking" });
  const { sendDue, instance, providers } = newSender(own.db, twilio.settings);
  await sendDue();
  expect(twilio.messages()).toHaveLength(1);
  await sweep(own.db, instance, providers, nowIso());
  const rows = await own.db.selectFrom("deliveries").select("state").orderBy("state").execute();
  expect(rows).toEqual([{ state: "ready" }, { state: "sent" }]);
});

test("an e-mail that Postmark does not list yet is asked for again, and not sent twice", async () => {
  await using own = newDatabase();
  await using postmark = await startFakePostmark({ listedAfterMs: 60_000, isReporting: false });
  const { deliveryId } = await addDueReminder(own.db, await newFamilyWithPhone(own.db), { channel: "email" });
  await own.db.updateTable("user_preferences").set({ sms_enabled: 0 }).execute();
  postmark.behave({ is: "taking_then_failing", status: 502 });
  const { sendDue, instance, providers } = newSender(own.db, postmark.settings);
  await sendDue();
  await sweep(own.db, instance, providers, laterBy(nowIso(), { seconds: 20 }));
  expect(await endOf(own.db, deliveryId)).toMatchObject({ state: "unknown" });
  postmark.listAll();
  await sweep(own.db, instance, providers, laterBy(nowIso(), { seconds: 40 }));
  expect(await endOf(own.db, deliveryId)).toMatchObject({ state: "sent" });
});

test("what became unknown when the clock was a day ahead is asked about for ten minutes after it was set back", async () => {
  await using own = newDatabase();
  await using postmark = await startFakePostmark({ listedAfterMs: 60_000, isReporting: false });
  const { deliveryId } = await addDueReminder(own.db, await newFamilyWithPhone(own.db), { channel: "email" });
  await own.db.updateTable("user_preferences").set({ sms_enabled: 0 }).execute();
  postmark.behave({ is: "failing", status: 500 }, { is: "failing", status: 400, on: "asking" });
  const { sendDue, instance, providers } = newSender(own.db, postmark.settings);
  await sendDue();
  const setBackAt = nowIso();
  await own.db
    .updateTable("deliveries")
    .set({ unknown_since: laterBy(setBackAt, { hours: 24 }) })
    .execute();
  for (const minutes of [0, 9]) await sweep(own.db, instance, providers, laterBy(setBackAt, { minutes }));
  expect(await endOf(own.db, deliveryId)).toMatchObject({ state: "unknown" });
  await sweep(own.db, instance, providers, laterBy(setBackAt, { minutes: 11 }));
  expect(await endOf(own.db, deliveryId)).toMatchObject({ state: "ready" });
});

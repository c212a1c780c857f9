import { messageTypes } from "#app/domain/wiring/product.server.ts";
import { expect, test } from "vitest";
import { mergeLateMessages } from "#app/domain/outbox/scheduling/merge-late.server.ts";
import { sweep } from "#app/domain/outbox/recovery/sweep.server.ts";
import { inFlight } from "#app/domain/outbox/sending/deliver.server.ts";
import { earlierBy, laterBy, nowIso } from "#app/domain/core/time.ts";
import { startFakeSmtp } from "../../fakes/smtp.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { newDatabase } from "../../support/records/database.ts";
import {
  addDueReminder,
  readOutcome,
  newFamilyWithPhone,
  newSender,
} from "../../support/messages/deliveries.ts";

const stateOf = (db: Parameters<typeof readOutcome>[0], id: string) =>
  db.selectFrom("deliveries").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

test("a bad number is reported and not retried", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const { deliveryId } = await addDueReminder(own.db, await newFamilyWithPhone(own.db));
  twilio.behave({ type: "refusing", code: 21211 });
  await newSender(own.db, twilio.settings).sendDue();
  expect(await readOutcome(own.db, deliveryId)).toEqual({ state: "failed", reason: "bad_address" });
  expect(twilio.requests).toHaveLength(1);
});

test("a number that opted out at the provider gets nothing more from Mila", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const family = await newFamilyWithPhone(own.db);
  const { deliveryId } = await addDueReminder(own.db, family);
  twilio.behave({ type: "refusing", code: 21610 });
  const sender = newSender(own.db, twilio.settings);
  await sender.sendDue();
  expect(await readOutcome(own.db, deliveryId)).toEqual({ state: "failed", reason: "opted_out" });
  const next = await addDueReminder(own.db, family);
  await sender.sendDue();
  expect(await readOutcome(own.db, next.deliveryId)).toEqual({
    state: "cancelled",
    reason: "opted_out",
  });
  expect(twilio.requests).toHaveLength(1);
});

test("a rate limit pauses the channel and uses up no attempt", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const family = await newFamilyWithPhone(own.db);
  const { deliveryId } = await addDueReminder(own.db, family);
  twilio.behave({ type: "failing", status: 429, retryAfterSeconds: 600 });
  const sender = newSender(own.db, twilio.settings);
  await sender.sendDue();
  const row = await stateOf(own.db, deliveryId);
  expect(row).toMatchObject({ state: "ready", retry_count: 0 });
  const next = await addDueReminder(own.db, family);
  await sender.sendDue();
  expect(await readOutcome(own.db, next.deliveryId)).toEqual({ state: "ready", reason: null });
  expect(twilio.requests).toHaveLength(1);
});

test("wrong settings pause the channel without losing anything", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const { deliveryId } = await addDueReminder(own.db, await newFamilyWithPhone(own.db));
  const sender = newSender(own.db, {
    ...twilio.settings,
    TWILIO_AUTH_TOKEN: "0123456789abcdef0123456789abcdef",
  });
  await sender.sendDue();
  await sender.sendDue();
  expect(await readOutcome(own.db, deliveryId)).toEqual({ state: "ready", reason: null });
  expect(await own.db.selectFrom("channel_pauses").select(["channel", "reason"]).execute()).toEqual(
    [{ channel: "sms", reason: "misconfigured" }],
  );
  expect(twilio.requests).toHaveLength(1);
});

test("a message that WhatsApp cannot deliver goes by SMS", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const family = await newFamilyWithPhone(own.db);
  await own.db
    .updateTable("user_preferences")
    .set({ sms_enabled: 0, whatsapp_enabled: 1 })
    .execute();
  const { deliveryId } = await addDueReminder(own.db, family, { channel: "whatsapp" });
  twilio.behave({ type: "refusing", code: 63016, to: "whatsapp:+15550101234" });
  const sender = newSender(own.db, twilio.settings);
  await sender.sendDue();
  await sender.sendDue();
  expect(await readOutcome(own.db, deliveryId)).toEqual({ state: "sent", reason: null });
  expect(twilio.messages().map(({ to }) => to)).toEqual(["+15550101234"]);
});

test("a message that WhatsApp cannot deliver goes by SMS even when it is late", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const family = await newFamilyWithPhone(own.db);
  await own.db
    .updateTable("user_preferences")
    .set({ sms_enabled: 0, whatsapp_enabled: 1 })
    .execute();
  const { deliveryId } = await addDueReminder(own.db, family, { channel: "whatsapp" });
  twilio.behave({ type: "refusing", code: 63016, to: "whatsapp:+15550101234" });
  const sender = newSender(own.db, twilio.settings);
  await sender.sendDue();
  const hourAgo = earlierBy(nowIso(), { hours: 1 });
  await own.db
    .updateTable("deliveries")
    .set({ due_at: hourAgo })
    .where("id", "=", deliveryId)
    .execute();
  await own.db
    .updateTable("reminders")
    .set({ scheduled_at: hourAgo, planned_at: hourAgo })
    .execute();
  expect(await mergeLateMessages(own.db, messageTypes, nowIso())).toBe(1);
  await sender.sendDue();
  expect(twilio.messages().map(({ to }) => to)).toEqual(["+15550101234"]);
});

test("after an unclear answer the message is looked up and not sent again if it exists", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const { deliveryId } = await addDueReminder(own.db, await newFamilyWithPhone(own.db));
  twilio.behave({ type: "taking_then_failing", status: 502, on: "sending" });
  const { sendDue, outbox, providers } = newSender(own.db, twilio.settings);
  await sendDue();
  expect(await readOutcome(own.db, deliveryId)).toEqual({ state: "unknown", reason: null });
  await sweep(own.db, outbox, providers, nowIso());
  expect(await stateOf(own.db, deliveryId)).toMatchObject({
    state: "sent",
    provider_id: twilio.messages()[0]!.sid,
  });
  await sendDue();
  expect(twilio.messages()).toHaveLength(1);
});

test("a message that was never accepted is sent after the lookup", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const { deliveryId } = await addDueReminder(own.db, await newFamilyWithPhone(own.db));
  twilio.behave({ type: "hanging_up", when: "before_taking", on: "sending" });
  const { sendDue, outbox, providers } = newSender(own.db, twilio.settings);
  await sendDue();
  expect(await readOutcome(own.db, deliveryId)).toEqual({ state: "unknown", reason: null });
  twilio.behave();
  await sweep(own.db, outbox, providers, nowIso());
  await sendDue();
  expect(await readOutcome(own.db, deliveryId)).toEqual({ state: "sent", reason: null });
  expect(twilio.messages()).toHaveLength(1);
});

test("a delivery whose worker died while sending is looked up before it is sent again", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const { deliveryId } = await addDueReminder(own.db, await newFamilyWithPhone(own.db));
  const { sendDue, outbox, providers } = newSender(own.db, twilio.settings);
  await sendDue();
  // The state between the provider's answer and the record.
  const claimed = { state: "sending", provider_id: null, ended_at: null } as const;
  await own.db.updateTable("deliveries").set(claimed).where("id", "=", deliveryId).execute();
  await sweep(own.db, outbox, providers, nowIso());
  expect(await readOutcome(own.db, deliveryId)).toEqual({ state: "sending", reason: null });
  await sweep(own.db, outbox, providers, laterBy(nowIso(), { seconds: 31 }));
  expect(await readOutcome(own.db, deliveryId)).toEqual({ state: "sent", reason: null });
  expect(twilio.messages()).toHaveLength(1);
});

test("a message accepted after it became ready again is recorded and not sent twice", async () => {
  await using own = newDatabase();
  await using smtp = await startFakeSmtp();
  const family = await newFamilyWithPhone(own.db);
  await own.db.updateTable("user_preferences").set({ sms_enabled: 0 }).execute();
  const { deliveryId } = await addDueReminder(own.db, family, { channel: "email" });
  smtp.behave({ type: "slow", answerMs: 3_000 });
  const { deliver, outbox, providers, sendDue } = newSender(own.db, smtp.settings);
  const sending = deliver(deliveryId);
  await expect.poll(() => smtp.mails().length, { timeout: 10_000 }).toBe(1);
  await own.db
    .updateTable("deliveries")
    .set({ lease_until: earlierBy(nowIso(), { seconds: 1 }) })
    .execute();
  // Another worker sweeps, without knowing what is in flight here.
  inFlight.clear();
  await sweep(own.db, outbox, providers, nowIso());
  expect(await readOutcome(own.db, deliveryId)).toEqual({ state: "ready", reason: null });
  await sending;
  await sendDue();
  expect(await readOutcome(own.db, deliveryId)).toEqual({ state: "sent", reason: null });
  expect(smtp.mails()).toHaveLength(1);
});

test("a message whose provider cannot be polled for ten minutes is sent once more", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const { deliveryId } = await addDueReminder(own.db, await newFamilyWithPhone(own.db));
  twilio.behave(
    { type: "taking_then_failing", status: 502 },
    { type: "failing", status: 400, on: "asking" },
  );
  const { sendDue, outbox, providers } = newSender(own.db, twilio.settings);
  const later = (minutes: number) => laterBy(nowIso(), { minutes });
  await sendDue();
  await sweep(own.db, outbox, providers, later(9));
  expect(await readOutcome(own.db, deliveryId)).toMatchObject({ state: "unknown" });
  await sweep(own.db, outbox, providers, later(11));
  expect(await readOutcome(own.db, deliveryId)).toMatchObject({ state: "ready" });
  await own.db.updateTable("deliveries").set({ not_before: nowIso() }).execute();
  await sendDue();
  await sweep(own.db, outbox, providers, later(25));
  expect(await readOutcome(own.db, deliveryId)).toEqual({ state: "sent", reason: "unclear" });
  expect(twilio.messages()).toHaveLength(2);
});

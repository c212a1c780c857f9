import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { MessageKind } from "#db/schema.ts";
import { messageTypes } from "#app/domain/wiring/product.server.ts";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Checkpoint } from "#app/domain/outbox/checkpoints.ts";
import { listDeliveries } from "#app/domain/outbox/views/delivery-list.server.ts";
import { mergeLateMessages } from "#app/domain/outbox/scheduling/merge-late.server.ts";
import { snoozeReminder } from "#app/domain/reminders/reminder.server.ts";
import { completeTask, deleteTask, setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { startFakePostmark } from "../../fakes/postmark.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import {
  addDueReminder,
  readOutcome,
  newFamilyWithPhone,
  newSender,
} from "../../support/messages/deliveries.ts";

const product = { messageTypes, isSetUp: () => true };

test("a due reminder is sent as one text, and its outcome is recorded", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const family = await newFamilyWithPhone(own.db);
  const { deliveryId, taskId } = await addDueReminder(own.db, family, { title: "Pick up Emma" });
  await newSender(own.db, twilio.settings).sendDue();
  expect(await readOutcome(own.db, deliveryId)).toEqual({ state: "sent", reason: null });
  const [text, ...others] = twilio.messages();
  expect(text).toMatchObject({ to: "+15550101234", body: expect.stringContaining("Pick up Emma") });
  expect(text?.body).toContain(`/tasks/${taskId}`);
  expect(others).toEqual([]);
});

test("a delivery claimed by many workers is sent once", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const { deliveryId } = await addDueReminder(own.db, await newFamilyWithPhone(own.db));
  const senders = Array.from({ length: 4 }, () => newSender(own.db, twilio.settings));
  await Promise.all(senders.flatMap(({ deliver }) => [deliver(deliveryId), deliver(deliveryId)]));
  expect(twilio.messages()).toHaveLength(1);
});

const askable = { sms: startFakeTwilio, email: startFakePostmark };
test.each(["sms", "email"] as const)(
  "a worker that was stopped after claiming sends no %s when it goes on",
  async (channel) => {
    await using own = newDatabase();
    await using provider = await askable[channel]();
    const family = await newFamilyWithPhone(own.db);
    const { deliveryId } = await addDueReminder(own.db, family, { channel });
    await own.db
      .updateTable("user_preferences")
      .set({ email_enabled: 1, sms_enabled: channel === "sms" ? 1 : 0 })
      .execute();
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const stop = (message: unknown) => {
      const { step, when } = message as Checkpoint;
      if (step === "sent" && when === "before") vi.advanceTimersByTime(30_000);
    };
    subscribe("mila.delivery", stop);
    onTestFinished(() => void unsubscribe("mila.delivery", stop));
    await expect(newSender(own.db, provider.settings).deliver(deliveryId)).rejects.toThrow(
      "may have been taken over",
    );
    expect(provider.requests).toEqual([]);
  },
);

const changes: [string, string, (...args: Parameters<typeof completeTask>) => Promise<unknown>][] =
  [
    ["completed", "task_done", completeTask],
    ["deleted", "task_deleted", deleteTask],
    [
      "moved",
      "task_moved",
      (db, family, id) => setDueDate(db, family, id, "2031-09-09T09:00", "America/New_York"),
    ],
  ];
test.each(changes)(
  "a task that is %s before the claim sends no reminder",
  async (_, reason, change) => {
    await using own = newDatabase();
    await using twilio = await startFakeTwilio();
    const family = await newFamilyWithPhone(own.db);
    const { deliveryId, taskId } = await addDueReminder(own.db, family);
    await change(own.db, family, taskId);
    await newSender(own.db, twilio.settings).sendDue();
    expect(await readOutcome(own.db, deliveryId)).toEqual({ state: "cancelled", reason });
    expect(twilio.requests).toEqual([]);
  },
);

test("a reminder that is snoozed while it waits for a channel ends as snoozed", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const family = await newFamilyWithPhone(own.db);
  const inTime = await addDueReminder(own.db, family);
  const late = await addDueReminder(own.db, family, { dueAt: earlierBy(nowIso(), { hours: 1 }) });
  const sender = newSender(own.db, twilio.settings);
  for (const reminder of [inTime, late]) await snoozeReminder(own.db, family, reminder, 60);
  await mergeLateMessages(own.db, messageTypes, nowIso());
  await sender.sendDue();
  const words = (await listDeliveries(own.db, product, family)).map(({ state }) => state);
  expect(words).toEqual(Array.from({ length: 3 }, () => "Not sent: you snoozed it"));
  // It comes at its new time, without the earlier one.
  await own.db
    .updateTable("deliveries")
    .set({ state: "ready", reason: null })
    .where("id", "=", inTime.deliveryId)
    .execute();
  await own.db.updateTable("reminders").set({ status: "sent" }).execute();
  await sender.deliver(inTime.deliveryId);
  expect(await readOutcome(own.db, inTime.deliveryId)).toEqual({
    state: "cancelled",
    reason: "snoozed",
  });
});

test("a user who set a reminder on another member's task gets it", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const { deliveryId, taskId } = await addDueReminder(own.db, await newFamilyWithPhone(own.db));
  const partner = await newFamily(own.db);
  await own.db
    .updateTable("household_members")
    .set({ household_id: partner.householdId })
    .execute();
  const theirs = { user_id: partner.userId, household_id: partner.householdId };
  await own.db.updateTable("tasks").set(theirs).where("id", "=", taskId).execute();
  await newSender(own.db, twilio.settings).sendDue();
  expect(await readOutcome(own.db, deliveryId)).toEqual({ state: "sent", reason: null });
});

test("a delivery without a provider ends as not sent, with the reason", async () => {
  await using own = newDatabase();
  const { deliveryId } = await addDueReminder(own.db, await newFamilyWithPhone(own.db));
  await newSender(own.db, {}).sendDue();
  expect(await readOutcome(own.db, deliveryId)).toEqual({
    state: "cancelled",
    reason: "no_provider",
  });
});

test("a delivery whose channel is off when it is claimed is not sent", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const { deliveryId } = await addDueReminder(own.db, await newFamilyWithPhone(own.db));
  await own.db.updateTable("user_preferences").set({ sms_enabled: 0 }).execute();
  await newSender(own.db, twilio.settings).sendDue();
  expect(await readOutcome(own.db, deliveryId)).toEqual({
    state: "cancelled",
    reason: "not_wanted",
  });
  expect(twilio.requests).toEqual([]);
});

test("a user's 51st text to themselves in a day is not sent, with the reason", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const family = await newFamilyWithPhone(own.db);
  const reminders = [];
  for (let count = 0; count < 51; count += 1) reminders.push(await addDueReminder(own.db, family));
  await newSender(own.db, twilio.settings).sendDue();
  expect(twilio.messages()).toHaveLength(50);
  const rows = await own.db
    .selectFrom("deliveries")
    .select(["state", "reason"])
    .where("state", "!=", "sent")
    .execute();
  expect(rows).toEqual([{ state: "cancelled", reason: "limit" }]);
});

test("a number that texted STOP gets nothing more", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const { deliveryId } = await addDueReminder(own.db, await newFamilyWithPhone(own.db));
  await own.db
    .insertInto("opt_outs")
    .values({ address: "+15550101234", opted_out_at: nowIso() })
    .execute();
  await newSender(own.db, twilio.settings).sendDue();
  expect(await readOutcome(own.db, deliveryId)).toEqual({
    state: "cancelled",
    reason: "opted_out",
  });
  expect(twilio.requests).toEqual([]);
});

test("an email to an address that bounces is not sent, with the reason", async () => {
  await using own = newDatabase();
  await using postmark = await startFakePostmark();
  const { deliveryId } = await addDueReminder(own.db, await newFamilyWithPhone(own.db), {
    channel: "email",
  });
  await own.db.updateTable("user_preferences").set({ sms_enabled: 0 }).execute();
  const { email } = await own.db.selectFrom("users").select("email").executeTakeFirstOrThrow();
  await own.db
    .insertInto("opt_outs")
    .values({ address: email, opted_out_at: nowIso(), cause: "bounced" })
    .execute();
  await newSender(own.db, postmark.settings).sendDue();
  expect(await readOutcome(own.db, deliveryId)).toEqual({
    state: "cancelled",
    reason: "bad_email_address",
  });
  expect(postmark.emails()).toEqual([]);
});

test("an unreadable delivery does not block the others", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const family = await newFamilyWithPhone(own.db);
  const broken = await addDueReminder(own.db, family);
  const fine = await addDueReminder(own.db, family);
  await own.db
    .updateTable("deliveries")
    .set({ kind: "no-such-kind" as MessageKind })
    .where("id", "=", broken.deliveryId)
    .execute();
  const { deliver } = newSender(own.db, twilio.settings);
  const [first, second] = await Promise.allSettled([
    deliver(broken.deliveryId),
    deliver(fine.deliveryId),
  ]);
  expect([first.status, second.status]).toEqual(["rejected", "fulfilled"]);
  expect(await readOutcome(own.db, fine.deliveryId)).toEqual({ state: "sent", reason: null });
});

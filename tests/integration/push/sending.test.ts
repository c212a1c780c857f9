import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { expect, test } from "vitest";
import { recordDeviceResults } from "#app/domain/outbox/channels/push/device-results.server.ts";
import { passOverFailed } from "#app/domain/outbox/channels/pass-over.server.ts";
import type { Result } from "#app/domain/outbox/channels/result.ts";
import { renewPushDevice } from "#app/domain/preferences/push/devices.server.ts";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { findDashboardAlerts } from "#app/domain/pages/delivery-alerts.server.ts";
import { sweep } from "#app/domain/outbox/recovery/sweep.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { startFakePush } from "../../fakes/push.ts";
import type { Behaviour } from "../../fakes/provider-behaviour.ts";
import { addDueReminder, newSender, readOutcome } from "../../support/messages/deliveries.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { addPushDevice } from "../../support/records/push-device.ts";

test("a reminder reaches each of the user's devices, encrypted for it", async () => {
  await using own = newDatabase();
  await using push = await startFakePush();
  const family = await newFamily(own.db);
  for (const name of ["phone", "tablet"]) await addPushDevice(own.db, family, push, name);
  await addDueReminder(own.db, family, { channel: "push", title: "Call the vet" });
  const sender = newSender(own.db, push.settings);
  await sender.sendDue();
  await sender.sendDue();
  expect(push.accepted.map(({ device }) => device).toSorted()).toEqual(["phone", "tablet"]);
  const [first] = push.accepted;
  expect(JSON.parse(first?.text ?? "")).toMatchObject({
    title: "Call the vet",
    url: expect.stringMatching("^/tasks/"),
  });
  const rows = await own.db.selectFrom("deliveries").select(["state", "device_id"]).execute();
  expect(rows.map(({ state }) => state)).toEqual(["sent", "sent"]);
  await sender.sendDue();
  expect(push.requests).toHaveLength(2);
});

test("a reminder is urgent, is kept until its task is due, and replaces the task's earlier one", async () => {
  await using own = newDatabase();
  await using push = await startFakePush();
  const family = await newFamily(own.db);
  await addPushDevice(own.db, family, push);
  const [first, other] = [
    await addDueReminder(own.db, family, { channel: "push" }),
    await addDueReminder(own.db, family, { channel: "push" }),
  ];
  const sender = newSender(own.db, push.settings);
  await sender.sendDue();
  await sendAgain(own.db, family, first.reminderId);
  await sender.sendDue();
  const byTask = Map.groupBy(push.accepted, ({ text }) => JSON.parse(text).tag);
  expect([byTask.get(first.taskId)?.length, byTask.get(other.taskId)?.length]).toEqual([2, 1]);
  const topics = [first, other].map(
    ({ taskId }) => new Set(byTask.get(taskId)?.map(({ topic }) => topic)),
  );
  expect(topics.map(({ size }) => size)).toEqual([1, 1]);
  expect(topics[0]).not.toEqual(topics[1]);
  const secondsUntilDue = (Date.parse("2031-06-10T19:00:00.000Z") - Date.now()) / 1_000;
  for (const { urgency, ttl, topic } of push.accepted) {
    expect([urgency, topic.length]).toEqual(["high", 32]);
    expect(Math.abs(ttl - secondsUntilDue)).toBeLessThan(60);
  }
});

test("a device's new address gets what waits, and outlives the end of the old one", async () => {
  await using own = newDatabase();
  await using push = await startFakePush();
  const family = await newFamily(own.db);
  const id = await addPushDevice(own.db, family, push, "old");
  push.behave({ type: "failing", status: 429, to: "old" });
  await addDueReminder(own.db, family, { channel: "push" });
  const sender = newSender(own.db, push.settings);
  await sender.sendDue();
  const viewer = { userId: family.userId, sessionId: newId(), timeZone: "UTC" };
  const renewed = { ...push.subscribe("new"), replaces: push.subscribe("old").endpoint };
  expect(await renewPushDevice(own.db, viewer, renewed, [new URL(push.origin).host])).toBe(true);
  const gone = {
    delivery: { device_id: id },
    outcome: { status: "failed", reason: "device_gone" },
  } as Result;
  await own.db.transaction().execute((trx) => recordDeviceResults(trx, [gone], nowIso()));
  await sender.sendDue();
  expect(push.accepted.map(({ device }) => device)).toEqual(["new"]);
});

test.each([404, 410])(
  "a device that answers %i gets nothing more, and another way is taken",
  async (status) => {
    await using own = newDatabase();
    await using push = await startFakePush();
    const family = await newFamily(own.db);
    await addPushDevice(own.db, family, push);
    push.behave({ type: "failing", status });
    const { deliveryId } = await addDueReminder(own.db, family, { channel: "push" });
    const sender = newSender(own.db, {
      ...push.settings,
      SMTP_URL: "smtp://127.0.0.1:1",
      EMAIL_FROM: "mila@example.com",
    });
    await sender.sendDue();
    expect(await readOutcome(own.db, deliveryId)).toEqual({
      state: "failed",
      reason: "device_gone",
    });
    expect(await own.db.selectFrom("push_devices").select("id").execute()).toEqual([]);
    await passOverFailed(own.db, sender.outbox, nowIso());
    const other = await own.db
      .selectFrom("deliveries")
      .select("channel")
      .where("id", "!=", deliveryId)
      .execute();
    expect(other).toEqual([{ channel: "email" }]);
  },
);

test("a device that always refuses is named on the page until something arrives there", async () => {
  await using own = newDatabase();
  await using push = await startFakePush();
  const family = await newFamily(own.db);
  for (const name of ["phone", "tablet"]) await addPushDevice(own.db, family, push, name);
  const send = async () => {
    await addDueReminder(own.db, family, { channel: "push" });
    const sender = newSender(own.db, push.settings);
    await sender.sendDue();
    await sender.sendDue();
  };
  const listAlerts = async () =>
    (await findDashboardAlerts(own.db, family, () => true)).map(({ text }) => text);
  push.behave({ type: "failing", status: 403, to: "phone" });
  await send();
  const text = "Notifications to phone aren't arriving: its push service refuses them.";
  expect(await listAlerts()).toEqual([text]);
  push.behave();
  await send();
  expect(await listAlerts()).toEqual([]);
});

test("without a device the reminder goes another way", async () => {
  await using own = newDatabase();
  await using push = await startFakePush();
  const family = await newFamily(own.db);
  await own.db.updateTable("user_preferences").set({ push_enabled: 1 }).execute();
  const { deliveryId } = await addDueReminder(own.db, family, { channel: "push" });
  await newSender(own.db, push.settings).sendDue();
  const row = await own.db
    .selectFrom("deliveries")
    .selectAll()
    .where("id", "=", deliveryId)
    .executeTakeFirst();
  expect(row).toMatchObject({ state: "cancelled", reason: "no_device", other_way: "wanted" });
});

test("a push service that asks to wait stops that device alone", async () => {
  await using own = newDatabase();
  await using push = await startFakePush();
  const [family, other] = [await newFamily(own.db), await newFamily(own.db)];
  await addPushDevice(own.db, family, push, "phone");
  await addPushDevice(own.db, other, push, "others");
  push.behave({ type: "failing", status: 429, retryAfterSeconds: 120, to: "phone" });
  const { deliveryId } = await addDueReminder(own.db, family, { channel: "push" });
  const sender = newSender(own.db, push.settings);
  await sender.sendDue();
  const next = await addDueReminder(own.db, family, { channel: "push" });
  const theirs = await addDueReminder(own.db, other, { channel: "push" });
  await sender.sendDue();
  expect(push.requests).toHaveLength(2);
  expect(await readOutcome(own.db, theirs.deliveryId)).toMatchObject({ state: "sent" });
  for (const id of [deliveryId, next.deliveryId])
    expect(await readOutcome(own.db, id)).toMatchObject({ state: "ready" });
  const { waits_until } = await own.db
    .selectFrom("push_devices")
    .select("waits_until")
    .where("name", "=", "phone")
    .executeTakeFirstOrThrow();
  expect(waits_until && waits_until > laterBy(nowIso(), { seconds: 110 })).toBe(true);
});

test("an account gets 500 pushed messages a day at most", async () => {
  await using own = newDatabase();
  await using push = await startFakePush();
  const family = await newFamily(own.db);
  await addPushDevice(own.db, family, push);
  const sender = newSender(own.db, push.settings);
  const first = await addDueReminder(own.db, family, { channel: "push" });
  await sender.sendDue();
  const row = await own.db
    .selectFrom("deliveries")
    .selectAll()
    .where("id", "=", first.deliveryId)
    .executeTakeFirst();
  const copies = Array.from({ length: 500 - 1 }, () => ({
    ...row!,
    id: newId(),
    dedupe_key: newId(),
  }));
  for (const copy of copies) await own.db.insertInto("deliveries").values(copy).execute();
  const last = await addDueReminder(own.db, family, { channel: "push" });
  await sender.sendDue();
  expect(await readOutcome(own.db, last.deliveryId)).toEqual({
    state: "cancelled",
    reason: "own_limit",
  });
  expect(push.requests).toHaveLength(1);
});

test("a service that takes less gets a shorter text", async () => {
  await using own = newDatabase();
  await using push = await startFakePush({ maxBytes: 1_000 });
  const family = await newFamily(own.db);
  await addPushDevice(own.db, family, push);
  const { deliveryId, taskId } = await addDueReminder(own.db, family, { channel: "push" });
  await own.db
    .updateTable("tasks")
    .set({ description: "long ".repeat(100) })
    .where("id", "=", taskId)
    .execute();
  await newSender(own.db, push.settings).sendDue();
  expect(push.requests).toHaveLength(2);
  expect(await readOutcome(own.db, deliveryId)).toMatchObject({ state: "sent" });
});

test.for([
  ["a long title", 1_000, "Bring 👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦 "],
  ["a long title to a service that takes very little", 700, "Bring the 👩‍👩‍👧‍👦 "],
  ["a long title in another script", 700, "Забрать Машу "],
] as const)(
  "%s is shortened until it fits, and still says what it is",
  async ([, maxBytes, words]) => {
    await using own = newDatabase();
    await using push = await startFakePush({ maxBytes });
    const family = await newFamily(own.db);
    await addPushDevice(own.db, family, push);
    const { deliveryId } = await addDueReminder(own.db, family, {
      channel: "push",
      title: words.repeat(20),
    });
    await newSender(own.db, push.settings).sendDue();
    expect(await readOutcome(own.db, deliveryId)).toMatchObject({ state: "sent" });
    const { title, url } = JSON.parse(push.accepted[0]?.text ?? "{}");
    expect(title).toMatch(new RegExp(`${words.trim()}.*…$`, "su"));
    expect(title.isWellFormed()).toBe(true);
    expect(url).toMatch(/^\//);
  },
);

test.each<Behaviour>([
  { type: "taking_then_failing", status: 502 },
  { type: "hanging_up", when: "after_taking" },
])("an unclear answer ($type) is repeated twice at most", async (behaviour) => {
  await using own = newDatabase();
  await using push = await startFakePush();
  const family = await newFamily(own.db);
  await addPushDevice(own.db, family, push);
  push.behave(behaviour);
  const { deliveryId } = await addDueReminder(own.db, family, { channel: "push" });
  const sender = newSender(own.db, push.settings);
  for (let round = 0; round < 6; round += 1) {
    await sender.sendDue();
    await sweep(own.db, sender.outbox, sender.providers, nowIso(), () => false);
    await own.db
      .updateTable("deliveries")
      .set({ not_before: "2026-01-01T00:00:00.000Z" })
      .execute();
  }
  expect(push.accepted).toHaveLength(3);
  const tags = push.accepted.map(({ text }) => JSON.parse(text).tag);
  expect(new Set(tags).size).toBe(1);
  expect(await readOutcome(own.db, deliveryId)).toEqual({ state: "sent", reason: "unclear" });
});

/** As after a snooze. */
async function sendAgain(
  db: Kysely<Database>,
  { userId }: { userId: string },
  reminderId: string,
): Promise<void> {
  const now = nowIso();
  await db
    .updateTable("reminders")
    .set({ scheduled_at: now })
    .where("id", "=", reminderId)
    .execute();
  const about = {
    kind: "reminder",
    channel: "push",
    userId,
    subjectId: reminderId,
    isOwn: true,
  } as const;
  const dedupeKey = `reminder:${reminderId}:${now}`;
  await db.transaction().execute((trx) => addDeliveries(trx, [{ ...about, dedupeKey }], now));
}

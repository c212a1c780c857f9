import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  leastAskedQuery,
  sweep,
  unknownChannelsQuery,
  whereExpiring,
} from "#app/domain/outbox/recovery/sweep.server.ts";
import { earlierBy, laterBy, nowIso } from "#app/domain/core/time.ts";
import { startFakePostmark } from "../../fakes/postmark.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { newDatabase } from "../../support/records/database.ts";
import {
  addDueReminder,
  readOutcome,
  newFamilyWithPhone,
  newSender,
} from "../../support/messages/deliveries.ts";
import { newFamily } from "../../support/records/family.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

test.each([-24, -1, 1, 24])(
  "a message claimed with the clock %d hours off is found",
  async (hours) => {
    await using own = newDatabase();
    await using twilio = await startFakeTwilio();
    const { deliveryId } = await addDueReminder(own.db, await newFamilyWithPhone(own.db));
    twilio.behave({ type: "taking_then_failing", status: 502 });
    const { sendDue, outbox, providers } = newSender(own.db, twilio.settings);
    await sendDue();
    await own.db
      .updateTable("deliveries")
      .set({ claimed_at: laterBy(nowIso(), { hours }) })
      .execute();
    await sweep(own.db, outbox, providers, nowIso());
    expect(await readOutcome(own.db, deliveryId)).toEqual({ state: "sent", reason: null });
  },
);

test("an identical message sent an hour ago is not mistaken for an interrupted one", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const family = await newFamilyWithPhone(own.db);
  const { taskId } = await addDueReminder(own.db, family);
  const { sendDue, outbox, providers } = newSender(own.db, twilio.settings);
  await sendDue();
  const { deliveryId, reminderId } = await addDueReminder(own.db, family);
  await own.db
    .updateTable("reminders")
    .set({ task_id: taskId, minutes_before: 30 })
    .where("id", "=", reminderId)
    .execute();
  twilio.behave({ type: "hanging_up", when: "before_taking", on: "sending" });
  await sendDue();
  await sweep(own.db, outbox, providers, nowIso());
  expect(await readOutcome(own.db, deliveryId)).toMatchObject({ state: "ready" });
});

test("of two interrupted messages with the same text, the one not accepted is sent again", async () => {
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
  twilio.behave(
    { type: "taking_then_failing", status: 502, times: 1 },
    { type: "hanging_up", when: "before_taking" },
  );
  const { sendDue, outbox, providers } = newSender(own.db, twilio.settings);
  await sendDue();
  expect(twilio.messages()).toHaveLength(1);
  await sweep(own.db, outbox, providers, nowIso());
  const rows = await own.db.selectFrom("deliveries").select("state").orderBy("state").execute();
  expect(rows).toEqual([{ state: "ready" }, { state: "sent" }]);
});

test("an email that Postmark does not list yet is looked up again and not sent twice", async () => {
  await using own = newDatabase();
  await using postmark = await startFakePostmark({ listedAfterMs: 60_000, isReporting: false });
  const { deliveryId } = await addDueReminder(own.db, await newFamilyWithPhone(own.db), {
    channel: "email",
  });
  await own.db.updateTable("user_preferences").set({ sms_enabled: 0 }).execute();
  postmark.behave({ type: "taking_then_failing", status: 502 });
  const { sendDue, outbox, providers } = newSender(own.db, postmark.settings);
  await sendDue();
  await sweep(own.db, outbox, providers, laterBy(nowIso(), { seconds: 20 }));
  expect(await readOutcome(own.db, deliveryId)).toMatchObject({ state: "unknown" });
  postmark.listAll();
  await sweep(own.db, outbox, providers, laterBy(nowIso(), { seconds: 40 }));
  expect(await readOutcome(own.db, deliveryId)).toMatchObject({ state: "sent" });
});

test("a delivery that became unknown with the clock a day ahead is looked up for ten minutes after it is set back", async () => {
  await using own = newDatabase();
  await using postmark = await startFakePostmark({ listedAfterMs: 60_000, isReporting: false });
  const { deliveryId } = await addDueReminder(own.db, await newFamilyWithPhone(own.db), {
    channel: "email",
  });
  await own.db.updateTable("user_preferences").set({ sms_enabled: 0 }).execute();
  postmark.behave({ type: "failing", status: 500 }, { type: "failing", status: 400, on: "asking" });
  const { sendDue, outbox, providers } = newSender(own.db, postmark.settings);
  await sendDue();
  const setBackAt = nowIso();
  await own.db
    .updateTable("deliveries")
    .set({ unknown_since: laterBy(setBackAt, { hours: 24 }) })
    .execute();
  for (const minutes of [0, 9])
    await sweep(own.db, outbox, providers, laterBy(setBackAt, { minutes }));
  expect(await readOutcome(own.db, deliveryId)).toMatchObject({ state: "unknown" });
  await sweep(own.db, outbox, providers, laterBy(setBackAt, { minutes: 11 }));
  expect(await readOutcome(own.db, deliveryId)).toMatchObject({ state: "ready" });
});

test("a text is looked up while sixty emails wait for a silent provider", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  await using postmark = await startFakePostmark();
  const { deliveryId } = await addDueReminder(own.db, await newFamilyWithPhone(own.db));
  twilio.behave({ type: "taking_then_failing", status: 502 });
  postmark.behave({ type: "taking_then_silent", on: "asking" });
  const { sendDue, outbox, providers } = newSender(own.db, {
    ...twilio.settings,
    ...postmark.settings,
  });
  await sendDue();
  const family = await newFamily(own.db);
  const emails = Array.from({ length: 60 }, () =>
    addDueReminder(own.db, family, { channel: "email" }),
  );
  await Promise.all(emails);
  const minuteAgo = earlierBy(nowIso(), { minutes: 1 });
  const cutOff = {
    state: "unknown",
    attempts: 1,
    claimed_at: minuteAgo,
    unknown_since: minuteAgo,
  } as const;
  await own.db.updateTable("deliveries").set(cutOff).where("channel", "=", "email").execute();
  let isOver = false;
  const sweeping = sweep(own.db, outbox, providers, nowIso()).finally(() => (isOver = true));
  await expect
    .poll(() => readOutcome(own.db, deliveryId), { timeout: 5_000 })
    .toMatchObject({ state: "sent" });
  expect(isOver).toBe(false);
  // Drops hanging requests.
  await postmark[Symbol.asyncDispose]();
  await sweeping;
});

test("the provider is asked about the least recently asked first, so that none hides behind fifty others", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const family = await newFamilyWithPhone(own.db);
  for (let count = 0; count < 60; count += 1) await addDueReminder(own.db, family);
  const cutOff = {
    state: "unknown",
    attempts: 1,
    claimed_at: nowIso(),
    unknown_since: nowIso(),
  } as const;
  await own.db.updateTable("deliveries").set(cutOff).execute();
  twilio.behave({ type: "failing", status: 400, on: "asking" });
  const { outbox, providers } = newSender(own.db, twilio.settings);
  const unasked = own.db.selectFrom("deliveries").select("id").where("asked_at", "is", null);
  await sweep(own.db, outbox, providers, laterBy(nowIso(), { seconds: 10 }));
  expect(await unasked.execute()).toHaveLength(10);
  await sweep(own.db, outbox, providers, laterBy(nowIso(), { seconds: 20 }));
  expect(await unasked.execute()).toEqual([]);
});

test.skipIf(skippedOnPostgres.plans)(
  "the sweep reads only open deliveries, however many there have ever been",
  async () => {
    await using own = newDatabase();
    for (const query of [unknownChannelsQuery(own.db), leastAskedQuery(own.db, "sms")]) {
      const plan = JSON.stringify(await query.explain(undefined, sql`query plan`));
      expect(plan).toContain("INDEX deliveries_unknown");
      expect(plan).not.toContain("TEMP B-TREE");
    }
    const expiring = whereExpiring(own.db.selectFrom("deliveries").select("id"), nowIso());
    const plan = JSON.stringify(await expiring.explain(undefined, sql`query plan`));
    expect(plan).toContain("INDEX deliveries_expiring");
  },
);

test("a delivery that always gets a 500 is retried at once, then with growing delays", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const { deliveryId } = await addDueReminder(own.db, await newFamilyWithPhone(own.db));
  const expires_at = laterBy(nowIso(), { minutes: 12 });
  await own.db.updateTable("deliveries").set({ expires_at }).execute();
  twilio.behave({ type: "failing", status: 500 });
  const { sendDue, outbox, providers } = newSender(own.db, twilio.settings);
  const sinceStart = (
    (start) => () =>
      Math.round((Date.now() - start) / 1_000)
  )(Date.now());
  const tries: number[] = [];
  while (sinceStart() < 840) {
    const before = twilio.requests.length;
    await sendDue();
    if (twilio.requests.length > before) tries.push(sinceStart());
    await sweep(own.db, outbox, providers, nowIso());
    vi.setSystemTime(Date.now() + 10_000);
  }
  expect(tries.slice(0, 2)).toEqual([0, 10]);
  // Half a minute, 1, 2 and 5, ±20 %, checked every ten seconds.
  const pauses = tries.slice(2).map((at, index) => at - tries[index + 1]!);
  expect(
    pauses.map((pause, index) => Math.abs(pause - [30, 60, 120, 300][index]!) <= pause / 4 + 10),
  ).toEqual([true, true, true, true]);
  expect(await readOutcome(own.db, deliveryId)).toEqual({ state: "expired", reason: null });
});

test("an interrupted delivery unknown to the provider is sent again at once", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  await addDueReminder(own.db, await newFamilyWithPhone(own.db));
  const { outbox, providers } = newSender(own.db, twilio.settings);
  const now = nowIso();
  for (const minutes of [1, 2, 3, 4]) {
    const lease_until = laterBy(now, { minutes: minutes - 1 });
    await own.db
      .updateTable("deliveries")
      .set({ state: "sending", claimed_at: now, lease_until })
      .execute();
    const sweptAt = laterBy(now, { minutes });
    await sweep(own.db, outbox, providers, sweptAt);
    const row = await own.db
      .selectFrom("deliveries")
      .select(["state", "not_before"])
      .executeTakeFirst();
    expect(row).toEqual({ state: "ready", not_before: sweptAt });
  }
});

import { features, messageTypes } from "#app/domain/wiring/product.server.ts";
import { expect, onTestFinished, test, vi } from "vitest";
import { changeState } from "#app/domain/outbox/change-state.server.ts";
import { recordResults } from "#app/domain/outbox/sending/record.server.ts";
import { createLeaseHold } from "#app/domain/outbox/recovery/lease-hold.ts";
import { recoverFromClockRollback } from "#app/domain/outbox/recovery/clock-rollback.server.ts";
import { sweep } from "#app/domain/outbox/recovery/sweep.server.ts";
import { earlierBy, laterBy, nowIso } from "#app/domain/core/time.ts";
import { createHeartbeat } from "#jobs/heartbeat.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { newDatabase } from "../../support/records/database.ts";
import {
  addDueReminder,
  readOutcome,
  newFamilyWithPhone,
  newSender,
} from "../../support/messages/deliveries.ts";

const now = nowIso();
const tomorrow = laterBy(now, { hours: 24 });

test("a pause made with the clock ahead ends", async () => {
  await using own = newDatabase();
  const paused_at = earlierBy(now, { minutes: 1 });
  const until = laterBy(tomorrow, { minutes: 1 });
  await own.db
    .insertInto("channel_pauses")
    .values([
      { channel: "sms", reason: "rate_limit", paused_at: tomorrow, until },
      { channel: "email", reason: "misconfigured", paused_at, until },
    ])
    .execute();
  await recoverFromClockRollback(own.db, messageTypes, now);
  const pauses = await own.db.selectFrom("channel_pauses").select("channel").execute();
  expect(pauses).toEqual([{ channel: "email" }]);
});

test("a pause that was prolonged with the clock ahead is tried at once", async () => {
  await using own = newDatabase();
  const pause = {
    channel: "sms",
    reason: "rate_limit",
    paused_at: earlierBy(now, { minutes: 1 }),
  } as const;
  await own.db
    .insertInto("channel_pauses")
    .values({ ...pause, until: tomorrow })
    .execute();
  await recoverFromClockRollback(own.db, messageTypes, now);
  expect(await own.db.selectFrom("channel_pauses").select("until").execute()).toEqual([
    { until: now },
  ]);
});

test("a delivery claimed before the clock was set ahead and refused after it is retried now", async () => {
  await using own = newDatabase();
  await addDueReminder(own.db, await newFamilyWithPhone(own.db), { dueAt: now });
  const [delivery] = await own.db
    .updateTable("deliveries")
    .set({ state: "sending", attempts: 1, claimed_at: now })
    .returningAll()
    .execute();
  const outcome = { status: "later", isRateLimit: true, retryAfterSeconds: 3 } as const;
  const result = { delivery: delivery!, to: "+15550101234", outcome };
  await own.db.transaction().execute((trx) => recordResults(trx, features, [result], tomorrow));
  await recoverFromClockRollback(own.db, messageTypes, now);
  const { not_before } = await own.db
    .selectFrom("deliveries")
    .select("not_before")
    .executeTakeFirstOrThrow();
  expect(not_before).toBe(now);
});

test("a concurrent worker's write is not mistaken for one made with the clock ahead", async () => {
  await using own = newDatabase();
  const { deliveryId } = await addDueReminder(own.db, await newFamilyWithPhone(own.db), {
    dueAt: now,
  });
  const claimed = own.db
    .updateTable("deliveries")
    .set({ state: "sending", attempts: 1, claimed_at: now });
  const delivery = await claimed
    .where("id", "=", deliveryId)
    .returningAll()
    .executeTakeFirstOrThrow();
  const outcome = { status: "later", isRateLimit: true, retryAfterSeconds: 600 } as const;
  const recordedAt = laterBy(now, { seconds: 1 });
  const result = { delivery, to: "+15550101234", outcome };
  await own.db.transaction().execute((trx) => recordResults(trx, features, [result], recordedAt));
  await recoverFromClockRollback(own.db, messageTypes, now);
  expect(await own.db.selectFrom("channel_pauses").select("paused_at").execute()).toEqual([
    { paused_at: recordedAt },
  ]);
  const { not_before } = await own.db
    .selectFrom("deliveries")
    .select("not_before")
    .executeTakeFirstOrThrow();
  expect(not_before).toBe(recordedAt);
});

test("the next heartbeat forgets a worker that died with the clock ahead", async () => {
  await using own = newDatabase();
  const beats = [earlierBy(now, { hours: 24 }), tomorrow].map((beat_at) => ({
    id: beat_at,
    beat_at,
    queue: "redis" as const,
  }));
  await own.db.insertInto("workers").values(beats).execute();
  await createHeartbeat(own.db, () => "database", {
    isSetUp: () => true,
    isInDoubt: () => false,
  }).beat();
  expect(await own.db.selectFrom("workers").select("queue").execute()).toEqual([
    { queue: "database" },
  ]);
});

const waits = [
  {
    what: "was refused with the clock ahead is retried now",
    made: {
      created_at: now,
      due_at: now,
      claimed_at: tomorrow,
      not_before: laterBy(tomorrow, { minutes: 1 }),
    },
    triedAt: now,
  },
  {
    what: "was created with the clock ahead is sent now",
    made: { created_at: tomorrow, due_at: tomorrow, claimed_at: null, not_before: tomorrow },
    triedAt: now,
  },
  {
    what: "took another's place with the clock ahead is sent now",
    made: { created_at: tomorrow, due_at: now, claimed_at: null, not_before: tomorrow },
    triedAt: now,
  },
  {
    what: "leaves a minute for Undo with the clock ahead is sent now",
    made: {
      kind: "delegation_release",
      created_at: tomorrow,
      due_at: laterBy(tomorrow, { minutes: 1 }),
      claimed_at: null,
      not_before: laterBy(tomorrow, { minutes: 1 }),
    },
    triedAt: now,
  },
  {
    what: "is due tomorrow stays due then, even if the clock was ahead once",
    made: {
      created_at: laterBy(tomorrow, { seconds: 1 }),
      due_at: tomorrow,
      claimed_at: null,
      not_before: tomorrow,
    },
    triedAt: tomorrow,
  },
  {
    what: "waits for a retry keeps waiting while the clock advances",
    made: {
      created_at: now,
      due_at: now,
      claimed_at: now,
      not_before: laterBy(now, { minutes: 5 }),
    },
    triedAt: laterBy(now, { minutes: 5 }),
  },
] as const;
test.each(waits)("a delivery that $what", async ({ made, triedAt }) => {
  await using own = newDatabase();
  await addDueReminder(own.db, await newFamilyWithPhone(own.db));
  await own.db.updateTable("deliveries").set(made).execute();
  await recoverFromClockRollback(own.db, messageTypes, now);
  const { not_before } = await own.db
    .selectFrom("deliveries")
    .select("not_before")
    .executeTakeFirstOrThrow();
  expect(not_before).toBe(triedAt);
});

test("an answer that was unclear with the clock ahead delays no retry", async () => {
  await using own = newDatabase();
  await addDueReminder(own.db, await newFamilyWithPhone(own.db), { dueAt: now });
  await own.db
    .updateTable("deliveries")
    .set({ state: "sending", attempts: 1, claimed_at: now })
    .execute();
  await changeState(
    own.db,
    { transition: "unclear", columns: { not_before: tomorrow } },
    tomorrow,
  ).execute();
  await recoverFromClockRollback(own.db, messageTypes, now);
  const { not_before } = await own.db
    .selectFrom("deliveries")
    .select("not_before")
    .executeTakeFirstOrThrow();
  expect(not_before).toBe(now);
});

const unfinished = [
  { what: "was never handed over", transition: "released", from: "sending" },
  { what: "never arrived", transition: "never_arrived", from: "unknown" },
  { what: "may have arrived", transition: "unsure", from: "unknown" },
  { what: "is tried again by Mila's owner", transition: "retried", from: "failed" },
] as const;
test.each(unfinished)(
  "a delivery claimed before the clock was set ahead that $what is sent now",
  async (one) => {
    await using own = newDatabase();
    await addDueReminder(own.db, await newFamilyWithPhone(own.db), { dueAt: now });
    await own.db
      .updateTable("deliveries")
      .set({ state: one.from, attempts: 1, claimed_at: now })
      .execute();
    await changeState(own.db, { transition: one.transition }, tomorrow).execute();
    await recoverFromClockRollback(own.db, messageTypes, now);
    const { not_before } = await own.db
      .selectFrom("deliveries")
      .select("not_before")
      .executeTakeFirstOrThrow();
    expect(not_before).toBe(now);
  },
);

test("a send in flight when the clock is set ahead is neither looked up nor sent twice", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const { deliveryId } = await addDueReminder(own.db, await newFamilyWithPhone(own.db));
  twilio.behave({ type: "slow_to_take", takenMs: 500 });
  const { sendDue, outbox, providers } = newSender(own.db, twilio.settings);
  const sending = sendDue();
  await expect.poll(async () => (await readOutcome(own.db, deliveryId)).state).toBe("sending");
  await sweep(own.db, outbox, providers, laterBy(nowIso(), { hours: 1 }));
  expect(await readOutcome(own.db, deliveryId)).toEqual({ state: "sending", reason: null });
  await sending;
  expect(await readOutcome(own.db, deliveryId)).toEqual({ state: "sent", reason: null });
  expect(twilio.messages()).toHaveLength(1);
});

test("after the clock is set ahead, no other worker's lease ends for 30 s of real time", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const { deliveryId } = await addDueReminder(own.db, await newFamilyWithPhone(own.db));
  const { outbox, providers } = newSender(own.db, twilio.settings);
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  const areLeasesHeld = createLeaseHold();
  const sweepNow = () => sweep(own.db, outbox, providers, nowIso(), areLeasesHeld);
  const lease_until = laterBy(nowIso(), { seconds: 30 });
  await own.db
    .updateTable("deliveries")
    .set({ state: "sending", attempts: 1, claimed_at: now, lease_until })
    .execute();
  await sweepNow();
  vi.setSystemTime(Date.now() + 3_600_000);
  await sweepNow();
  vi.advanceTimersByTime(29_000);
  await sweepNow();
  expect(await readOutcome(own.db, deliveryId)).toEqual({ state: "sending", reason: null });
  vi.advanceTimersByTime(2_000);
  await sweepNow();
  expect(await readOutcome(own.db, deliveryId)).not.toEqual({ state: "sending", reason: null });
});

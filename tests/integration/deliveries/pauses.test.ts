import { expect, onTestFinished, test, vi } from "vitest";
import { endPause } from "#app/domain/outbox/channels/pauses/end-pause.server.ts";
import { listPauses } from "#app/domain/outbox/channels/pauses/pause-list.server.ts";
import { sweep } from "#app/domain/outbox/recovery/sweep.server.ts";
import { findOwnAlerts } from "#app/domain/pages/delivery-alerts.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { newDatabase } from "../../support/records/database.ts";
import {
  addDueReminder,
  newFamilyWithPhone,
  newSender,
  readOutcome,
} from "../../support/messages/deliveries.ts";

/** A user with reminders that are due, and a clock that only the test moves. */
async function newWaiting({ reminders }: { reminders: number }) {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date() });
  onTestFinished(() => void vi.useRealTimers());
  const own = newDatabase();
  const twilio = await startFakeTwilio();
  const family = await newFamilyWithPhone(own.db);
  const ids: string[] = [];
  for (let count = 0; count < reminders; count += 1)
    ids.push((await addDueReminder(own.db, family)).deliveryId);
  const sender = newSender(own.db, twilio.settings);
  return {
    ...sender,
    ids,
    db: own.db,
    family,
    twilio,
    /** Lets seconds pass, one tick each. */
    async pass(seconds: number) {
      for (let second = 0; second < seconds; second += 1) {
        vi.setSystemTime(Date.now() + 1_000);
        await sender.sendDue();
      }
    },
    async [Symbol.asyncDispose]() {
      await twilio[Symbol.asyncDispose]();
      await own[Symbol.asyncDispose]();
    },
  };
}

test("a rate limit without a time is waited for longer each time, with one message at a time", async () => {
  await using waiting = await newWaiting({ reminders: 3 });
  const { twilio, sendDue, pass } = waiting;
  twilio.behave({ type: "failing", status: 429 });
  await sendDue();
  const inFlight = twilio.requests.length;
  const startedAt = Date.now();
  await pass(40);
  const seconds = twilio.requests
    .slice(inFlight)
    .map(({ at }) => Math.round((at - startedAt) / 1_000));
  expect(seconds).toEqual([2, 6, 14, 30]);
  twilio.behave();
  await pass(40);
  expect(twilio.messages()).toHaveLength(3);
});

test.each([0, 86_400])(
  "after a Retry-After of %d s, a message is tried within five minutes",
  async (retryAfterSeconds) => {
    await using waiting = await newWaiting({ reminders: 2 });
    const { twilio, sendDue, pass, db } = waiting;
    twilio.behave({ type: "failing", status: 429, retryAfterSeconds });
    await sendDue();
    await pass(4);
    twilio.behave();
    await pass(297);
    expect(twilio.messages()).toHaveLength(2);
    expect(await listPauses(db, nowIso())).toEqual([]);
  },
);

test("only one message is claimed to try a paused channel, even by several workers", async () => {
  await using waiting = await newWaiting({ reminders: 3 });
  const { twilio, ids, deliver, db } = waiting;
  const at = nowIso();
  await db
    .insertInto("channel_pauses")
    .values({ channel: "sms", reason: "rate_limit", paused_at: at, until: at })
    .execute();
  vi.setSystemTime(Date.now() + 1_000);
  const other = newSender(db, twilio.settings);
  await Promise.all(ids.flatMap((id) => [deliver(id), other.deliver(id)]));
  expect(twilio.requests).toHaveLength(1);
  await waiting.pass(1);
  expect(twilio.messages()).toHaveLength(3);
});

test("a pause is listed with what waits for it, and ending it lets everything go out", async () => {
  await using waiting = await newWaiting({ reminders: 3 });
  const { twilio, sendDue, pass, db } = waiting;
  twilio.behave({ type: "failing", status: 429, retryAfterSeconds: 600 });
  await sendDue();
  const pausedAt = nowIso();
  expect(await listPauses(db, nowIso())).toEqual([
    {
      channel: "sms",
      reason: "rate_limit",
      pausedAt,
      triedAt: laterBy(pausedAt, { minutes: 5 }),
      waiting: 3,
    },
  ]);
  twilio.behave();
  await endPause(db, "sms");
  await pass(1);
  expect(twilio.messages()).toHaveLength(3);
});

test("a user is told of a pause once a message has waited for a minute", async () => {
  await using waiting = await newWaiting({ reminders: 1 });
  const { twilio, sendDue, pass, db, family } = waiting;
  const alerts = async () =>
    (await findOwnAlerts(db, { userId: family.userId }, () => true)).map(({ text }) => text);
  twilio.behave({ type: "failing", status: 429, retryAfterSeconds: 600 });
  await sendDue();
  expect(await alerts()).toEqual([]);
  await pass(61);
  expect(await alerts()).toEqual([
    "SMS messages are waiting: the provider takes no more from Mila right now.",
  ]);
  twilio.behave();
  await pass(240);
  expect(await alerts()).toEqual([]);
});

test("a provider that takes a message and answers 503 gets two copies at most", async () => {
  await using waiting = await newWaiting({ reminders: 1 });
  const { twilio, sendDue, db, ids, outbox, providers } = waiting;
  twilio.behave({ type: "taking_then_failing", status: 503 });
  await sendDue();
  expect(await readOutcome(db, ids[0]!)).toEqual({ state: "unknown", reason: null });
  await sweep(db, outbox, providers, nowIso());
  expect(await readOutcome(db, ids[0]!)).toEqual({ state: "sent", reason: null });
  expect(twilio.messages()).toHaveLength(2);
});

test("a provider that neither accepts nor answers for 13 minutes loses no message", async () => {
  await using waiting = await newWaiting({ reminders: 1 });
  const { twilio, db, ids, outbox, providers, sendDue } = waiting;
  const failing = { type: "failing", status: 503, retryAfterSeconds: 5 } as const;
  twilio.behave(failing, { ...failing, on: "asking" });
  for (let minute = 0; minute < 13; minute += 1) {
    await sendDue();
    await sweep(db, outbox, providers, nowIso());
    vi.setSystemTime(Date.now() + 60_000);
  }
  twilio.behave();
  for (let minute = 0; minute < 1; minute += 1) {
    await sendDue();
    vi.setSystemTime(Date.now() + 60_000);
  }
  expect(await readOutcome(db, ids[0]!)).toEqual({ state: "sent", reason: null });
  expect(twilio.messages()).toHaveLength(1);
});

import { expect, onTestFinished, test, vi } from "vitest";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { recoverFromClockRollback } from "#app/domain/outbox/recovery/clock-rollback.server.ts";
import { markReminderSeen } from "#app/domain/reminders/reminder.server.ts";
import { messageTypes } from "#app/domain/wiring/product.server.ts";
import { newLadder } from "../../support/messages/ladder.ts";

/** Its clock was a day ahead when a reminder went out, and is right again. */
async function remindAhead(wishes: Parameters<typeof newLadder>[0]) {
  const ladder = await newLadder(wishes);
  const right = nowIso();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(laterBy(right, { hours: 24 })) });
  onTestFinished(() => void vi.useRealTimers());
  const ids = await ladder.remind();
  const setBack = () => vi.setSystemTime(Date.parse(right));
  return { ladder, ids, setBack, [Symbol.asyncDispose]: () => ladder[Symbol.asyncDispose]() };
}

test("after a clock that was ahead is set back, rounds and the next way follow after their minutes", async () => {
  await using ahead = await remindAhead({ nag_enabled: 1, next_way_enabled: 1 });
  ahead.setBack();
  const { ladder } = ahead;
  expect(await ladder.work()).toEqual({ sms: 1 });
  expect(await ladder.passMinutes(9)).toEqual({ sms: 1 });
  expect(await ladder.passMinutes(2)).toEqual({ sms: 2, email: 1 });
  expect(await ladder.passMinutes(10)).toEqual({ sms: 3, email: 1 });
  expect(await ladder.passMinutes(40)).toEqual({ sms: 4, email: 1 });
});

test("a reminder that went out while the clock was ahead, and was seen after that, does not come again", async () => {
  await using ahead = await remindAhead({ nag_enabled: 1, next_way_enabled: 1 });
  ahead.setBack();
  const { ladder, ids } = ahead;
  expect(await markReminderSeen(ladder.db, ladder.family, ids)).toBe(true);
  expect(await ladder.passMinutes(40)).toEqual({ sms: 1 });
});

test.each([
  ["a round", { nag_enabled: 1, email_enabled: 0 }, "sms", { sms: 2 }],
  ["the next way", { next_way_enabled: 1 }, "email", { sms: 1, email: 1 }],
] as const)(
  "%s that waited while the clock was ahead goes out once it is right",
  async (...row) => {
    const [, wishes, channel, arrived] = row;
    await using ahead = await remindAhead(wishes);
    const { ladder } = ahead;
    await ladder.pause(channel);
    expect(await ladder.sleepMinutes(12)).toEqual({ sms: 1 });
    ahead.setBack();
    await ladder.endPauses();
    await recoverFromClockRollback(ladder.db, messageTypes, nowIso());
    expect(await ladder.work()).toEqual(arrived);
    expect(await ladder.work()).toEqual(arrived);
  },
);

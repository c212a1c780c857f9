import { expect, onTestFinished, test, vi } from "vitest";
import { passOverPaused } from "#app/domain/outbox/channels/pass-over-paused.server.ts";
import { listPauses } from "#app/domain/outbox/channels/pauses/pause-list.server.ts";
import { findOwnAlerts } from "#app/domain/pages/delivery-alerts.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { startFakeNtfy } from "../../fakes/ntfy.ts";
import { startFakePostmark } from "../../fakes/postmark.ts";
import { startFakeTelegram } from "../../fakes/telegram.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { addDueReminder, newSender } from "../../support/messages/deliveries.ts";

const chats = { hers: 4711, his: 4712, theirs: 4713 };

/** Three households with reminders by Telegram and ntfy, and a clock that only the test moves. */
async function newNeighbours() {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date() });
  onTestFinished(() => void vi.useRealTimers());
  const own = newDatabase();
  const { db } = own;
  const fakes = {
    telegram: await startFakeTelegram(),
    ntfy: await startFakeNtfy(),
    postmark: await startFakePostmark({ isReporting: false }),
  };
  const settings = Object.values(fakes).reduce((all, fake) => ({ ...all, ...fake.settings }), {});
  const sender = newSender(db, settings);
  const join = async (chat: number) => {
    const family = await newFamily(db);
    await db
      .updateTable("user_preferences")
      .set({ telegram_chat: String(chat), ntfy_topic: `topic-${chat}`, email_enabled: 1 })
      .where("user_id", "=", family.userId)
      .execute();
    return family;
  };
  return {
    ...sender,
    ...fakes,
    db,
    hers: await join(chats.hers),
    his: await join(chats.his),
    theirs: await join(chats.theirs),
    /** Lets seconds pass, one tick each. */
    async pass(seconds: number) {
      for (let second = 0; second < seconds; second += 1) {
        vi.setSystemTime(Date.now() + 1_000);
        await sender.sendDue();
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([own, ...Object.values(fakes)].map((one) => one[Symbol.asyncDispose]()));
    },
  };
}

// Telegram's stand-in names the seconds itself.
test.each([
  { channel: "telegram", seconds: 3 },
  { channel: "ntfy", seconds: 20 },
] as const)(
  "$channel's limit for one person holds up nobody else, and one message ends it",
  async (limit) => {
    const { channel, seconds } = limit;
    await using neighbours = await newNeighbours();
    const { db, hers, his, telegram, ntfy, sendDue, pass } = neighbours;
    const fake = neighbours[channel];
    const to = channel === "telegram" ? String(chats.hers) : `topic-${chats.hers}`;
    const arrived = () => telegram.messagesTo(chats.his).length + ntfy.notifications().length;
    fake.behave({ type: "failing", status: 429, retryAfterSeconds: seconds, to });
    for (let count = 0; count < 3; count += 1) await addDueReminder(db, hers, { channel });
    await sendDue();
    await addDueReminder(db, his, { channel });
    await addDueReminder(db, his, { channel });
    await sendDue();
    expect(arrived()).toBe(2);
    const tried = fake.requests.length;
    await pass(seconds - 1);
    expect(fake.requests).toHaveLength(tried);
    fake.behave();
    await pass(1);
    expect(fake.requests).toHaveLength(tried + 1);
    await pass(1);
    expect(fake.requests).toHaveLength(tried + 3);
    expect(await db.selectFrom("channel_pauses").select("channel").execute()).toEqual([]);
  },
);

test("two households that are refused pause the channel for everybody, and then nobody else is tried", async () => {
  await using neighbours = await newNeighbours();
  const { db, hers, his, theirs, ntfy, postmark, sendDue, pass } = neighbours;
  await db.updateTable("user_preferences").set({ telegram_chat: null }).execute();
  ntfy.behave({ type: "failing", status: 429, retryAfterSeconds: 120 });
  await addDueReminder(db, hers, { channel: "ntfy" });
  await sendDue();
  expect(await listPauses(db, nowIso())).toEqual([]);
  await addDueReminder(db, his, { channel: "ntfy" });
  await sendDue();
  expect(await listPauses(db, nowIso())).toMatchObject([{ channel: "ntfy", reason: "rate_limit" }]);
  await addDueReminder(db, theirs, { channel: "ntfy" });
  await pass(3);
  expect(ntfy.requests).toHaveLength(2);
  expect(postmark.emails()).toHaveLength(3);
});

test("two topics that are refused while another's messages arrive pause nothing but themselves", async () => {
  await using neighbours = await newNeighbours();
  const { db, hers, his, theirs, ntfy, sendDue } = neighbours;
  const refusal = { type: "failing", status: 429, retryAfterSeconds: 20 } as const;
  ntfy.behave({ ...refusal, to: `topic-${chats.hers}` }, { ...refusal, to: `topic-${chats.his}` });
  for (const family of [hers, theirs, his, theirs]) {
    await addDueReminder(db, family, { channel: "ntfy" });
    vi.setSystemTime(Date.now() + 1_000);
    await sendDue();
  }
  expect(ntfy.notifications()).toHaveLength(2);
  expect(await listPauses(db, nowIso())).toEqual([]);
});

test("whose topic is refused reads it once messages have waited, and these go by the next way", async () => {
  await using neighbours = await newNeighbours();
  const { db, hers, his, ntfy, postmark, outbox, sendDue } = neighbours;
  await db.updateTable("user_preferences").set({ telegram_chat: null }).execute();
  const refusal = { type: "failing", status: 429, retryAfterSeconds: 20 } as const;
  ntfy.behave({ ...refusal, to: `topic-${chats.hers}` });
  await addDueReminder(db, hers, { channel: "ntfy" });
  await sendDue();
  const alerts = async ({ userId }: { userId: string }) =>
    (await findOwnAlerts(db, { userId }, () => true)).map(({ text }) => text).join();
  vi.setSystemTime(Date.now() + 61_000);
  expect(await alerts(hers)).toContain("Notifications by ntfy are waiting");
  expect(await alerts(his)).toBe("");
  vi.setSystemTime(Date.now() + 600_000);
  await passOverPaused(db, outbox, nowIso());
  await sendDue();
  expect(postmark.emails()).toHaveLength(1);
});

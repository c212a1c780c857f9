import { onTestFinished, vi } from "vitest";
import { passOverPaused } from "#app/domain/outbox/channels/pass-over-paused.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { mergeLateMessages } from "#app/domain/outbox/scheduling/merge-late.server.ts";
import { followReminders } from "#app/domain/reminders/following/follow-reminders.server.ts";
import { tickReminders } from "#app/domain/reminders/tick-reminders.server.ts";
import { messageTypes } from "#app/domain/wiring/product.server.ts";
import type { Channel, Database } from "#db/schema.ts";
import type { Updateable } from "kysely";
import { startFakeNtfy } from "../../fakes/ntfy.ts";
import { startFakePostmark } from "../../fakes/postmark.ts";
import { startFakePush } from "../../fakes/push.ts";
import { startFakeTelegram } from "../../fakes/telegram.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { newDatabase } from "../records/database.ts";
import { addPushDevice } from "../records/push-device.ts";
import { addDueReminder, newFamilyWithPhone, newSender } from "./deliveries.ts";

export const chat = 4711;

type Wishes = Updateable<Database["user_preferences"]>;

/**
 * Creates a user with SMS and email, the fake providers, and a worker whose clock the test sets.
 */
export async function newLadder(wishes: Wishes = {}, settings: Record<string, string> = {}) {
  const own = newDatabase();
  const { db } = own;
  const providers = {
    twilio: await startFakeTwilio(),
    postmark: await startFakePostmark({ isReporting: false }),
    ntfy: await startFakeNtfy(),
    telegram: await startFakeTelegram(),
    push: await startFakePush(),
  };
  const { twilio, postmark, ntfy, telegram, push } = providers;
  const all = Object.values(providers).reduce((sum, one) => ({ ...sum, ...one.settings }), {});
  const family = await newFamilyWithPhone(db);
  const choose = (more: Wishes) => db.updateTable("user_preferences").set(more).execute();
  await choose(wishes);
  let sender = newSender(db, { ...all, ...settings });
  const counts = () => ({
    push: push.accepted.length,
    ntfy: ntfy.notifications().length,
    telegram: telegram.messagesTo(chat).length,
    sms: twilio.messages().filter(({ direction }) => direction !== "inbound").length,
    email: postmark.emails().length,
  });

  /** Does what the worker does in some seconds. */
  async function work() {
    for (let round = 0; round < 6; round += 1) {
      const now = nowIso();
      await tickReminders(db, now);
      await followReminders(db, now);
      await mergeLateMessages(db, messageTypes, now);
      await sender.sendDue();
      await passOverPaused(db, sender.outbox, now);
    }
    return Object.fromEntries(Object.entries(counts()).filter(([, count]) => count > 0));
  }

  async function remindAt(dueAt: string, title = "Call the vet") {
    const { taskId, reminderId } = await addDueReminder(db, family, { title, dueAt });
    await db.deleteFrom("deliveries").where("subject_id", "=", reminderId).execute();
    await db
      .updateTable("reminders")
      .set({ status: "pending" })
      .where("id", "=", reminderId)
      .execute();
    return { taskId, reminderId };
  }

  async function sleepMinutes(minutes: number) {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(laterBy(nowIso(), { minutes })) });
    onTestFinished(() => void vi.useRealTimers());
    return work();
  }

  return {
    ...providers,
    db,
    family,
    choose,
    work,
    /** Lets time pass while the worker does nothing. */
    sleepMinutes,
    /** Lets time pass while the worker runs once a minute. */
    async passMinutes(minutes: number) {
      for (let minute = 1; minute < minutes; minute += 1) await sleepMinutes(1);
      return sleepMinutes(1);
    },
    addDevice: () => addPushDevice(db, family, push),
    /** Restarts the worker with the settings of these providers only. */
    restartWith(...names: (keyof typeof providers)[]) {
      sender = newSender(
        db,
        names.reduce((sum, name) => ({ ...sum, ...providers[name].settings }), {
          ...settings,
          NTFY_URL: "off",
        }),
      );
      return sender.outbox.isSetUp;
    },
    remindAt,
    async remind(title?: string) {
      return { ...(await remindAt(nowIso(), title)), arrived: await work() };
    },
    async pause(channel: Channel) {
      const until = laterBy(nowIso(), { hours: 5 });
      const pause = { channel, reason: "misconfigured", paused_at: nowIso(), until };
      await db.insertInto("channel_pauses").values(pause).execute();
    },
    endPauses: () => db.deleteFrom("channel_pauses").execute(),
    /** Returns how each message ended, in the order in which they were created. */
    async ends() {
      const rows = await db
        .selectFrom("deliveries")
        .selectAll()
        .orderBy("created_at")
        .orderBy("id")
        .execute();
      return rows.map(({ channel, state, reason }) =>
        [channel, state, reason].filter(Boolean).join(" "),
      );
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(
        [own, ...Object.values(providers)].map((one) => one[Symbol.asyncDispose]()),
      );
    },
  };
}

import type { Kysely } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { readReminderAction } from "#app/domain/core/links.server.ts";
import { earlierBy, laterBy, nowIso } from "#app/domain/core/time.ts";
import { seeReminder } from "#app/domain/reminders/actions/act-on-reminder.server.ts";
import { mergeLateMessages } from "#app/domain/outbox/scheduling/merge-late.server.ts";
import { followReminders } from "#app/domain/reminders/following/follow-reminders.server.ts";
import { messageTypes } from "#app/domain/wiring/product.server.ts";
import { tickReminders } from "#app/domain/reminders/tick-reminders.server.ts";
import { completeTask } from "#app/domain/tasks/changing/task.server.ts";
import type { Database } from "#db/schema.ts";
import { type FakePush, startFakePush } from "../../fakes/push.ts";
import { startFakeSmtp } from "../../fakes/smtp.ts";
import { addDueReminder, linkKey, newSender } from "../../support/messages/deliveries.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { addPushDevice } from "../../support/records/push-device.ts";

type Wishes = { next_way_enabled?: 1; nag_enabled?: 1; telegram_chat?: string };

async function remind(
  db: Kysely<Database>,
  push: FakePush,
  wishes: Wishes,
  settings: Record<string, string> = {},
  { lateMinutes = 0 } = {},
) {
  const family = await newFamily(db);
  await addPushDevice(db, family, push);
  await db
    .updateTable("user_preferences")
    .set({ nag_enabled: 0, ...wishes })
    .execute();
  const { taskId, reminderId } = await addDueReminder(db, family, { channel: "push" });
  await db.deleteFrom("deliveries").execute();
  await db.updateTable("reminders").set({ status: "pending" }).execute();
  if (lateMinutes > 0) {
    const scheduled_at = earlierBy(nowIso(), { minutes: lateMinutes });
    await db.updateTable("reminders").set({ scheduled_at, planned_at: scheduled_at }).execute();
  }
  const sender = newSender(db, { ...push.settings, ...settings });
  await tickReminders(db, nowIso());
  await sender.sendDue();
  async function sendDue() {
    await followReminders(db, nowIso());
    await mergeLateMessages(db, messageTypes, nowIso());
    await sender.sendDue();
  }
  return { family, taskId, reminderId, sender: { ...sender, sendDue } };
}

function passMinutes(minutes: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(laterBy(nowIso(), { minutes })) });
  onTestFinished(() => void vi.useRealTimers());
}

const seenMessage = (push: FakePush) => {
  const { seenUrl = "" } = JSON.parse(push.accepted[0]?.text ?? "{}");
  return readReminderAction({ linkKey }, seenUrl.split("/").at(-1))!.deliveryId;
};

test("a reminder that is not seen in 10 minutes goes by the next way too, once", async () => {
  await using own = newDatabase();
  await using push = await startFakePush();
  await using smtp = await startFakeSmtp();
  const { sender } = await remind(own.db, push, { next_way_enabled: 1 }, smtp.settings);
  expect(push.accepted).toHaveLength(1);
  passMinutes(9);
  await sender.sendDue();
  expect(smtp.mails()).toHaveLength(0);
  passMinutes(1);
  await sender.sendDue();
  await sender.sendDue();
  expect(smtp.mails()).toHaveLength(1);
  expect(push.accepted).toHaveLength(1);
});

test("a reminder that was seen goes no other way", async () => {
  await using own = newDatabase();
  await using push = await startFakePush();
  await using smtp = await startFakeSmtp();
  const { sender } = await remind(own.db, push, { next_way_enabled: 1 }, smtp.settings);
  expect(await seeReminder(own.db, { deliveryId: seenMessage(push) })).toBe(true);
  passMinutes(10);
  await sender.sendDue();
  expect(smtp.mails()).toHaveLength(0);
  const channels = own.db.selectFrom("deliveries").select("channel");
  expect(await channels.execute()).toEqual([{ channel: "push" }]);
});

test("nagging repeats a reminder three times at most, until it is done", async () => {
  await using own = newDatabase();
  await using push = await startFakePush();
  const { sender, family, taskId } = await remind(own.db, push, { nag_enabled: 1 });
  for (const expected of [2, 3]) {
    passMinutes(10);
    await sender.sendDue();
    expect(push.accepted).toHaveLength(expected);
  }
  const tags = push.accepted.map(({ text }) => JSON.parse(text).tag);
  expect(new Set(tags).size).toBe(1);
  await completeTask(own.db, family, taskId);
  passMinutes(10);
  await sender.sendDue();
  expect(push.accepted).toHaveLength(3);
});

test("nagging ends after three times, even if nobody does the task", async () => {
  await using own = newDatabase();
  await using push = await startFakePush();
  const { sender } = await remind(own.db, push, { nag_enabled: 1 });
  for (const expected of [2, 3, 4, 4, 4]) {
    passMinutes(10);
    await sender.sendDue();
    expect(push.accepted).toHaveLength(expected);
  }
});

test("after Mila was off, what follows waits for its minutes from then on", async () => {
  await using own = newDatabase();
  await using push = await startFakePush();
  await using smtp = await startFakeSmtp();
  const wishes = { next_way_enabled: 1, nag_enabled: 1 } as const;
  const { sender } = await remind(own.db, push, wishes, smtp.settings, { lateMinutes: 14 });
  expect([push.accepted.length, smtp.mails().length]).toEqual([1, 0]);
  passMinutes(9);
  await sender.sendDue();
  expect([push.accepted.length, smtp.mails().length]).toEqual([1, 0]);
  passMinutes(1);
  await sender.sendDue();
  expect([push.accepted.length, smtp.mails().length]).toEqual([2, 1]);
});

test("hours late, a reminder goes by all ways at once, and nothing follows", async () => {
  await using own = newDatabase();
  await using push = await startFakePush();
  const wishes = { next_way_enabled: 1, nag_enabled: 1, telegram_chat: "4711" } as const;
  await remind(own.db, push, wishes, {}, { lateMinutes: 61 });
  const kinds = own.db.selectFrom("deliveries").select(["kind", "channel"]).orderBy("channel");
  expect(await kinds.execute()).toEqual([
    { kind: "reminder", channel: "push" },
    { kind: "reminder", channel: "telegram" },
  ]);
});

test("without these wishes nothing follows a reminder", async () => {
  await using own = newDatabase();
  await using push = await startFakePush();
  const { sender } = await remind(own.db, push, {});
  passMinutes(30);
  await sender.sendDue();
  expect(push.accepted).toHaveLength(1);
  expect(await own.db.selectFrom("deliveries").select("kind").execute()).toEqual([
    { kind: "reminder" },
  ]);
});

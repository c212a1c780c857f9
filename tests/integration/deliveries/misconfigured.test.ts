import { expect, test } from "vitest";
import { retryWithNewSettings } from "#app/domain/outbox/recovery/new-settings.server.ts";
import { findOwnAlerts } from "#app/domain/pages/delivery-alerts.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { newDatabase } from "../../support/records/database.ts";
import {
  addDueReminder,
  readOutcome,
  newFamilyWithPhone,
  newSender,
} from "../../support/messages/deliveries.ts";

test("corrected settings clear the alert with the next successful send", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const family = await newFamilyWithPhone(own.db);
  await addDueReminder(own.db, family);
  const troubles = () => findOwnAlerts(own.db, { userId: family.userId }, () => true);
  twilio.behave({ type: "refusing", code: 20003 });
  const { sendDue } = newSender(own.db, twilio.settings);
  await sendDue();
  twilio.behave();
  // Its ten minutes are over.
  await own.db.updateTable("channel_pauses").set({ until: nowIso() }).execute();
  expect(await troubles()).toMatchObject([
    { text: expect.stringContaining("SMS messages are waiting") },
  ]);
  await sendDue();
  expect(twilio.messages()).toHaveLength(1);
  expect(await troubles()).toEqual([]);
});

test("a success from before the settings failed does not end the pause", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const family = await newFamilyWithPhone(own.db);
  const { deliveryId } = await addDueReminder(own.db, family);
  const { deliver } = newSender(own.db, twilio.settings);
  twilio.behave({ type: "slow", answerMs: 500 });
  const sending = deliver(deliveryId);
  await expect.poll(() => twilio.requests.length).toBe(1);
  const times = { paused_at: nowIso(), until: laterBy(nowIso(), { minutes: 10 }) };
  await own.db
    .insertInto("channel_pauses")
    .values({ channel: "sms", reason: "misconfigured", ...times })
    .execute();
  await sending;
  expect(await readOutcome(own.db, deliveryId)).toEqual({ state: "sent", reason: null });
  expect(await own.db.selectFrom("channel_pauses").select("channel").execute()).toEqual([
    { channel: "sms" },
  ]);
});

test("a restart retries a misconfigured channel, at most once a minute", async () => {
  await using own = newDatabase();
  const now = nowIso();
  const at = (minutes: number) => laterBy(now, { minutes });
  await own.db
    .insertInto("channel_pauses")
    .values([
      { channel: "sms", reason: "misconfigured", paused_at: at(-1), until: at(9) },
      { channel: "email", reason: "misconfigured", paused_at: at(0), until: at(10) },
      { channel: "whatsapp", reason: "rate_limit", paused_at: at(-1), until: at(9) },
    ])
    .execute();
  const pauses = () =>
    own.db.selectFrom("channel_pauses").select(["channel", "until"]).orderBy("channel").execute();
  await retryWithNewSettings(own.db, now);
  await retryWithNewSettings(own.db, laterBy(now, { seconds: 30 }));
  expect(await pauses()).toEqual([
    { channel: "email", until: at(1) },
    { channel: "whatsapp", until: at(9) },
  ]);
});

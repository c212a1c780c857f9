import { expect, onTestFinished, test, vi } from "vitest";
import { earlierBy, laterBy, nowIso } from "#app/domain/core/time.ts";
import { passOverFailed } from "#app/domain/outbox/channels/pass-over.server.ts";
import { sweep } from "#app/domain/outbox/recovery/sweep.server.ts";
import { reportProgress } from "#app/domain/outbox/reports/report.server.ts";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { mergeLateMessages } from "#app/domain/outbox/scheduling/merge-late.server.ts";
import { findOwnAlerts } from "#app/domain/pages/delivery-alerts.server.ts";
import { messageTypes } from "#app/domain/wiring/product.server.ts";
import type { Channel } from "#db/schema.ts";
import { startFakePostmark } from "../../fakes/postmark.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import {
  addDueReminder,
  newFamilyWithPhone,
  newSender,
} from "../../support/messages/deliveries.ts";
import { newDatabase } from "../../support/records/database.ts";

/** Gets SMS, and has email as a backup. */
async function newReader(settings: Record<string, string> = {}) {
  const own = newDatabase();
  const [twilio, postmark] = [
    await startFakeTwilio(),
    await startFakePostmark({ isReporting: false }),
  ];
  const family = await newFamilyWithPhone(own.db);
  const sender = newSender(own.db, { ...twilio.settings, ...postmark.settings, ...settings });
  return {
    db: own.db,
    twilio,
    postmark,
    family,
    sender,
    remind: (title = "Call the vet") => addDueReminder(own.db, family, { title }),
    async pause(channel: Channel, minutes: number) {
      const [paused_at, until] = [
        earlierBy(nowIso(), { minutes }),
        laterBy(nowIso(), { minutes: 5 }),
      ];
      await own.db
        .insertInto("channel_pauses")
        .values({ channel, reason: "rate_limit", paused_at, until })
        .execute();
    },
    endPauses: () => own.db.deleteFrom("channel_pauses").execute(),
    /** Runs the worker a few times and returns the messages that arrived. */
    async arrived(now = nowIso()) {
      for (let round = 0; round < 3; round += 1) {
        await mergeLateMessages(own.db, messageTypes, now);
        await sender.sendDue();
        await sweep(own.db, sender.outbox, sender.providers, now);
      }
      return {
        texts: twilio.messages().length,
        emails: postmark.emails().map(({ message }) => message.TextBody),
      };
    },
    states: async () =>
      (
        await own.db.selectFrom("deliveries").select(["channel", "state"]).orderBy("id").execute()
      ).map(({ channel, state }) => `${channel} ${state}`),
    async [Symbol.asyncDispose]() {
      await Promise.all([own, twilio, postmark].map((one) => one[Symbol.asyncDispose]()));
    },
  };
}

const saysWhy = expect.stringMatching(/Call the vet.*by email because SMS didn't work/s);

test("a refused text goes by email, once, and says why", async () => {
  await using reader = await newReader();
  reader.twilio.behave({ type: "refusing", code: 21211 });
  await reader.remind();
  expect(await reader.arrived()).toEqual({ texts: 0, emails: [saysWhy] });
  expect(await reader.states()).toEqual(["sms failed", "email sent"]);
});

test("a text that did not arrive goes by email", async () => {
  await using reader = await newReader();
  const { deliveryId } = await reader.remind();
  await reader.sender.sendDue();
  const providerId = reader.twilio.messages()[0]?.sid ?? "";
  await reportProgress(reader.db, {
    providerId,
    deliveryId,
    progress: { status: "undelivered", reason: "refused" },
  });
  expect(await reader.arrived()).toEqual({ texts: 1, emails: [saysWhy] });
});

test("a text over the daily limit goes by email, and the user is told", async () => {
  await using reader = await newReader({ TEXTS_A_DAY: "1" });
  await reader.remind("Pay the rent");
  await reader.sender.sendDue();
  await reader.remind();
  expect(await reader.arrived()).toEqual({ texts: 1, emails: [saysWhy] });
  const alerts = await findOwnAlerts(reader.db, { userId: reader.family.userId }, () => true);
  expect(alerts).toMatchObject([
    { channel: "sms", text: "I can't send you more SMS messages today." },
  ]);
});

test("what a paused channel has held up for ten minutes goes by email, and not again after the pause", async () => {
  await using reader = await newReader();
  await reader.remind();
  await reader.pause("sms", 9);
  expect(await reader.arrived()).toEqual({ texts: 0, emails: [] });
  await reader.endPauses();
  await reader.pause("sms", 11);
  expect(await reader.arrived()).toEqual({ texts: 0, emails: [saysWhy] });
  expect(await reader.arrived(laterBy(nowIso(), { minutes: 16 }))).toMatchObject({
    texts: 0,
    emails: [saysWhy],
  });
  await reader.endPauses();
  expect(await reader.arrived()).toEqual({ texts: 0, emails: [saysWhy] });
  expect(await reader.states()).toEqual(["sms merged", "email sent"]);
});

test("what could not go by email either goes by text after the pause", async () => {
  await using reader = await newReader();
  reader.postmark.behave({ type: "refusing", code: 300 });
  await reader.remind();
  await reader.pause("sms", 11);
  expect(await reader.arrived()).toEqual({ texts: 0, emails: [] });
  await reader.endPauses();
  expect(await reader.arrived()).toEqual({ texts: 1, emails: [] });
});

test("a message by SMS and WhatsApp goes by email only when both failed, and once", async () => {
  await using reader = await newReader();
  await reader.db.updateTable("user_preferences").set({ whatsapp_enabled: 1 }).execute();
  const { reminderId } = await reader.remind();
  const { dedupe_key, due_at } = await reader.db
    .selectFrom("deliveries")
    .selectAll()
    .executeTakeFirstOrThrow();
  const other = {
    kind: "reminder",
    channel: "whatsapp",
    userId: reader.family.userId,
    subjectId: reminderId,
  } as const;
  const whole = {
    ...other,
    isOwn: true,
    dedupeKey: dedupe_key.replace(/:sms$/, ""),
    notBefore: due_at,
  };
  await reader.db.transaction().execute((trx) => addDeliveries(trx, [whole]));
  reader.twilio.behave({ type: "refusing", code: 21211, to: "+15550101234" });
  expect(await reader.arrived()).toEqual({ texts: 1, emails: [] });
  const [, byWhatsApp] = await reader.db
    .selectFrom("deliveries")
    .selectAll()
    .orderBy("id")
    .execute();
  const undelivered = { status: "undelivered", reason: "refused" } as const;
  const report = {
    providerId: byWhatsApp?.provider_id ?? "",
    deliveryId: byWhatsApp?.id,
    progress: undelivered,
  };
  await reportProgress(reader.db, report);
  expect((await reader.arrived()).emails).toHaveLength(1);
});

test.each([
  ["does not want it", { other_way_enabled: 0 }],
  ["has switched email off", { email_enabled: 0 }],
] as const)("nothing goes by email if the user %s", async (_, preferences) => {
  await using reader = await newReader();
  await reader.db.updateTable("user_preferences").set(preferences).execute();
  reader.twilio.behave({ type: "refusing", code: 21211 });
  await reader.remind();
  expect(await reader.arrived()).toEqual({ texts: 0, emails: [] });
  expect(await reader.states()).toEqual(["sms failed"]);
});

test("what may have arrived does not go by email", async () => {
  await using reader = await newReader();
  await reader.remind();
  await reader.pause("sms", 11);
  const unknown = {
    state: "unknown",
    attempts: 1,
    claimed_at: nowIso(),
    unknown_since: nowIso(),
  } as const;
  await reader.db.updateTable("deliveries").set(unknown).execute();
  reader.twilio.behave({ type: "failing", status: 500, on: "asking" });
  expect(await reader.arrived()).toEqual({ texts: 0, emails: [] });
});

test("what a provider refuses for everybody goes another way at once, also for who comes after many others", async () => {
  await using reader = await newReader();
  const { twilio, sender, db } = reader;
  twilio.behave({ type: "failing", status: 429, retryAfterSeconds: 600 });
  for (let count = 0; count < 150; count += 1) await reader.remind("Pay the rent");
  const other = await newFamilyWithPhone(db, "+15550105678");
  await addDueReminder(db, other);
  await sender.sendDue();
  await sender.sendDue();
  expect(reader.postmark.emails().map(({ message }) => message.TextBody)).toContainEqual(saysWhy);
  expect(twilio.messages()).toEqual([]);
});

test("a provider that refuses once is tried again before another way is taken", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date() });
  onTestFinished(() => void vi.useRealTimers());
  await using reader = await newReader();
  reader.twilio.behave({ type: "failing", status: 429 });
  await reader.remind();
  expect(await reader.arrived()).toEqual({ texts: 0, emails: [] });
  vi.setSystemTime(Date.now() + 3_000);
  expect(await reader.arrived()).toEqual({ texts: 0, emails: [saysWhy] });
});

test("a message that failed goes another way among the first, however many of others failed before", async () => {
  await using reader = await newReader();
  const { sender, db } = reader;
  for (let count = 0; count < 520; count += 1) await reader.remind("Pay the rent");
  const other = await newFamilyWithPhone(db, "+15550105678");
  await addDueReminder(db, other);
  const failed = { state: "failed", reason: "bad_address", other_way: "wanted" } as const;
  await db
    .updateTable("deliveries")
    .set({ ...failed, ended_at: nowIso() })
    .execute();
  await passOverFailed(db, sender.outbox, nowIso());
  const theirs = db.selectFrom("deliveries").select("channel").where("user_id", "=", other.userId);
  expect(await theirs.orderBy("id").execute()).toEqual([{ channel: "sms" }, { channel: "email" }]);
});

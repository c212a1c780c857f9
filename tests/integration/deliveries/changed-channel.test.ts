import { messageTypes } from "#app/domain/wiring/product.server.ts";
import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { mergeLateMessages } from "#app/domain/outbox/scheduling/merge-late.server.ts";
import { sweep } from "#app/domain/outbox/recovery/sweep.server.ts";
import { earlierBy, laterBy, nowIso } from "#app/domain/core/time.ts";
import type { Channel, Database } from "#db/schema.ts";
import { startFakePostmark } from "../../fakes/postmark.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { newDatabase } from "../../support/records/database.ts";
import {
  sendRequest,
  newAskingFamily,
  newTask,
  answerAs,
} from "../../support/messages/delegation.ts";
import {
  addDueReminder,
  newFamilyWithPhone,
  newSender,
} from "../../support/messages/deliveries.ts";

const emailOnly = { sms_enabled: 0, whatsapp_enabled: 0, email_enabled: 1 } as const;
const textsOnly = { sms_enabled: 1, whatsapp_enabled: 0, email_enabled: 0 } as const;
const whatsAppOnly = { ...textsOnly, sms_enabled: 0, whatsapp_enabled: 1 } as const;

const choose = (db: Kysely<Database>, preferences: object) =>
  db.updateTable("user_preferences").set(preferences).execute();

/** A user reachable by every channel, and what reached them. */
async function newReader() {
  const own = newDatabase();
  const [twilio, postmark] = [
    await startFakeTwilio(),
    await startFakePostmark({ isReporting: false }),
  ];
  const family = await newFamilyWithPhone(own.db);
  const sender = newSender(own.db, { ...twilio.settings, ...postmark.settings });
  return {
    db: own.db,
    twilio,
    family,
    sender,
    /** Runs the worker's ticks until nothing more can be sent. */
    async after() {
      for (let times = 0; times < 3; times += 1) {
        await mergeLateMessages(own.db, messageTypes, nowIso());
        await sender.sendDue();
      }
      return { texts: twilio.messages().map(({ to }) => to), emails: postmark.emails().length };
    },
    pause: (channel: Channel) =>
      own.db
        .insertInto("channel_pauses")
        .values({
          channel,
          reason: "misconfigured",
          paused_at: nowIso(),
          until: laterBy(nowIso(), { minutes: 10 }),
        })
        .execute(),
    async [Symbol.asyncDispose]() {
      await Promise.all([own, twilio, postmark].map((one) => one[Symbol.asyncDispose]()));
    },
  };
}

test("waiting emails go by SMS once SMS is switched on, each reminder and summary once", async () => {
  await using reader = await newReader();
  const { db, family } = reader;
  await choose(db, emailOnly);
  await addDueReminder(db, family, { channel: "email", title: "Call the vet" });
  await addDueReminder(db, family, {
    channel: "email",
    title: "Pay",
    dueAt: earlierBy(nowIso(), { hours: 1 }),
  });
  await addDueReminder(db, family, {
    channel: "email",
    title: "Go",
    dueAt: earlierBy(nowIso(), { hours: 2 }),
  });
  await mergeLateMessages(db, messageTypes, nowIso());
  const summary = {
    kind: "daily_summary",
    channel: "email",
    userId: family.userId,
    subjectId: "2031-06-10",
  } as const;
  await db
    .updateTable("tasks")
    .set({ due_date: laterBy(nowIso(), { hours: 12 }) })
    .execute();
  await db
    .transaction()
    .execute((trx) => addDeliveries(trx, [{ ...summary, dedupeKey: "daily_summary:one" }]));
  await choose(db, { ...textsOnly, daily_summary_enabled: 1 });
  expect(await reader.after()).toEqual({
    texts: Array.from({ length: 3 }, () => "+15550101234"),
    emails: 0,
  });
  const bodies = reader.twilio.messages().map(({ body }) => body);
  expect(bodies.find((body) => body.includes("late"))).toMatch(/Go.*Pay/s);
});

test("waiting texts go by email once texts are off, or by WhatsApp once WhatsApp is on", async () => {
  for (const [wanted, gone] of [
    [emailOnly, { texts: [], emails: 1 }],
    [whatsAppOnly, { texts: ["whatsapp:+15550101234"], emails: 0 }],
  ] as const) {
    await using reader = await newReader();
    await addDueReminder(reader.db, reader.family);
    await choose(reader.db, wanted);
    expect(await reader.after()).toEqual(gone);
  }
});

test("a message on a paused channel goes at once by the channel that replaces it", async () => {
  await using reader = await newReader();
  const { db, family, sender } = reader;
  await choose(db, emailOnly);
  await addDueReminder(db, family, { channel: "email" });
  await addDueReminder(db, family, { channel: "email", dueAt: earlierBy(nowIso(), { hours: 1 }) });
  await reader.pause("email");
  expect(await reader.after()).toEqual({ texts: [], emails: 0 });
  await sweep(db, sender.outbox, sender.providers, nowIso());
  expect(await reader.after()).toEqual({ texts: [], emails: 0 });
  await choose(db, textsOnly);
  await sweep(db, sender.outbox, sender.providers, nowIso());
  expect(await reader.after()).toEqual({ texts: ["+15550101234", "+15550101234"], emails: 0 });
});

test("an asker gets the answer by the channel that is on when it is sent", async () => {
  await using reader = await newReader();
  const nora = await newAskingFamily(reader.db);
  const where = reader.db.updateTable("user_preferences").where("user_id", "=", nora.userId);
  await where.set(emailOnly).execute();
  await answerAs(
    reader.db,
    await sendRequest(reader.db, nora, await newTask(reader.db, nora), nora.sam, "link"),
    "accept",
  );
  await where.set(textsOnly).execute();
  expect(await reader.after()).toEqual({ texts: ["+12015550101"], emails: 0 });
});

test("a message already sent or moved to another channel is not sent again", async () => {
  await using reader = await newReader();
  const { db, family } = reader;
  await choose(db, { ...textsOnly, whatsapp_enabled: 1 });
  const { reminderId } = await addDueReminder(db, family);
  const { dedupe_key } = await db
    .selectFrom("deliveries")
    .select("dedupe_key")
    .executeTakeFirstOrThrow();
  const byWhatsApp = {
    kind: "reminder",
    channel: "whatsapp",
    userId: family.userId,
    subjectId: reminderId,
  } as const;
  const { due_at: notBefore } = await db
    .selectFrom("deliveries")
    .select("due_at")
    .executeTakeFirstOrThrow();
  const both = { ...byWhatsApp, dedupeKey: dedupe_key.replace(/:sms$/, ""), notBefore };
  await db.transaction().execute((trx) => addDeliveries(trx, [both]));
  await reader.pause("whatsapp");
  expect(await reader.after()).toEqual({ texts: ["+15550101234"], emails: 0 });
  await choose(db, textsOnly);
  await db.deleteFrom("channel_pauses").execute();
  expect(await reader.after()).toEqual({ texts: ["+15550101234"], emails: 0 });
  await db
    .updateTable("deliveries")
    .set({ state: "ready" })
    .where("channel", "=", "whatsapp")
    .execute();
  await choose(db, emailOnly);
  expect(await reader.after()).toEqual({ texts: ["+15550101234"], emails: 0 });
});

test("two texts whose channels are both off become one email", async () => {
  await using reader = await newReader();
  const { db, family } = reader;
  const { reminderId } = await addDueReminder(db, family);
  const { dedupe_key, due_at } = await db
    .selectFrom("deliveries")
    .selectAll()
    .executeTakeFirstOrThrow();
  const other = {
    kind: "reminder",
    channel: "whatsapp",
    userId: family.userId,
    subjectId: reminderId,
  } as const;
  const whole = { ...other, dedupeKey: dedupe_key.replace(/:sms$/, ""), notBefore: due_at };
  await db.transaction().execute((trx) => addDeliveries(trx, [whole]));
  await choose(db, emailOnly);
  expect(await reader.after()).toEqual({ texts: [], emails: 1 });
});

test("a message is not sent when it or all its channels are switched off", async () => {
  await using reader = await newReader();
  const { db, family } = reader;
  await choose(db, emailOnly);
  for (const dueAt of [nowIso(), earlierBy(nowIso(), { hours: 1 })])
    await addDueReminder(db, family, { channel: "email", dueAt });
  await db.updateTable("reminders").set({ origin: "preference" }).execute();
  await mergeLateMessages(db, messageTypes, nowIso());
  await choose(db, { ...textsOnly, reminder_one_hour_before: 0 });
  expect(await reader.after()).toEqual({ texts: [], emails: 0 });
  await addDueReminder(db, family, { channel: "email" });
  await choose(db, { ...textsOnly, sms_enabled: 0 });
  expect(await reader.after()).toEqual({ texts: [], emails: 0 });
});

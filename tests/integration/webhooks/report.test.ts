import { messageTypes } from "#app/domain/wiring/product.server.ts";
import { array, assert, asyncProperty, constantFrom } from "fast-check";
import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { mergeLateMessages } from "#app/domain/outbox/scheduling/merge-late.server.ts";
import { reportProgress } from "#app/domain/outbox/reports/report.server.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import type { Progress } from "#app/services/sending.ts";
import type { Database, DeliveryState } from "#db/schema.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { newDatabase } from "../../support/records/database.ts";
import { depth } from "../../support/runner/depth.ts";
import {
  addDueReminder,
  newFamilyWithPhone,
  newSender,
} from "../../support/messages/deliveries.ts";
import { newFamily } from "../../support/records/family.ts";
import { deliveryOf, newDelivery } from "./deliveries.ts";

const underway: Progress = { status: "underway" };
const delivered: Progress = { status: "delivered" };
const badAddress: Progress = { status: "undelivered", reason: "bad_address" };

test.for(["sending", "unknown", "sent"] as const)(
  "a delivery that is %s takes the reported status",
  async (state) => {
    await using database = newDatabase();
    const { db } = database;
    const deliveryId = await newDelivery(db, { state });
    await reportProgress(db, { providerId: "SM1", deliveryId, progress: delivered });
    expect(await deliveryOf(db, deliveryId)).toEqual({
      state: "delivered",
      reason: null,
      provider_id: "SM1",
    });
  },
);

test("a report that arrives before our own record is applied to it", async () => {
  await using database = newDatabase();
  const { db } = database;
  const deliveryId = await newDelivery(db);
  await reportProgress(db, { providerId: "SM1", deliveryId, progress: underway });
  expect(await deliveryOf(db, deliveryId)).toEqual({
    state: "sent",
    reason: null,
    provider_id: "SM1",
  });
});

test("a delivery waiting for a retry is not sent once its first copy is reported", async () => {
  await using database = newDatabase();
  const { db } = database;
  const deliveryId = await newDelivery(db, { state: "ready", attempts: 1 });
  await reportProgress(db, { providerId: "SM1", deliveryId, progress: underway });
  expect(await deliveryOf(db, deliveryId)).toMatchObject({ state: "sent" });
});

test("a delivery is found by the provider's id alone", async () => {
  await using database = newDatabase();
  const { db } = database;
  const deliveryId = await newDelivery(db, { state: "sent", provider_id: "SM1" });
  await reportProgress(db, { providerId: "SM1", progress: badAddress });
  expect(await deliveryOf(db, deliveryId)).toMatchObject({
    state: "undelivered",
    reason: "bad_address",
  });
});

test("an email's bad address is reported as such", async () => {
  await using database = newDatabase();
  const { db } = database;
  const deliveryId = await newDelivery(db, { channel: "email" });
  await reportProgress(db, { providerId: "1", deliveryId, progress: badAddress });
  expect(await deliveryOf(db, deliveryId)).toMatchObject({
    state: "undelivered",
    reason: "bad_email_address",
  });
});

const ends: DeliveryState[] = [
  "delivered",
  "undelivered",
  "failed",
  "cancelled",
  "merged",
  "expired",
  "ready",
];

test.for(ends)("a delivery that is %s keeps its status, whatever is reported", async (state) => {
  await using database = newDatabase();
  const { db } = database;
  const deliveryId = await newDelivery(db, { state, attempts: 0 });
  for (const progress of [underway, delivered, badAddress]) {
    await reportProgress(db, { providerId: "SM1", deliveryId, progress });
  }
  expect(await deliveryOf(db, deliveryId)).toMatchObject({ state });
});

test("the copy that arrived determines the outcome", async () => {
  await using database = newDatabase();
  const { db } = database;
  const deliveryId = await newDelivery(db, { state: "sent", provider_id: "SM2" });
  await reportProgress(db, { providerId: "SM1", deliveryId, progress: badAddress });
  expect(await deliveryOf(db, deliveryId)).toMatchObject({ state: "sent" });
  await reportProgress(db, { providerId: "SM1", deliveryId, progress: delivered });
  expect(await deliveryOf(db, deliveryId)).toMatchObject({ state: "delivered" });
});

test("reports about unknown messages change nothing", async () => {
  await using database = newDatabase();
  const { db } = database;
  const deliveryId = await newDelivery(db);
  await reportProgress(db, { providerId: "SM9", deliveryId: "another", progress: delivered });
  expect(await deliveryOf(db, deliveryId)).toMatchObject({ state: "sending" });
  expect(await db.selectFrom("provider_events").selectAll().execute()).toEqual([]);
});

async function newFamilyOnWhatsApp(db: Kysely<Database>) {
  const family = await newFamilyWithPhone(db);
  await db.updateTable("user_preferences").set({ sms_enabled: 0, whatsapp_enabled: 1 }).execute();
  return family;
}

/** Twilio's report on an accepted WhatsApp message, twice at once. */
async function reportOutsideWindow(db: Kysely<Database>, deliveryId: string) {
  const { provider_id: providerId } = await deliveryOf(db, deliveryId);
  const progress: Progress = { status: "other_channel", channel: "sms" };
  const report = { providerId: providerId ?? "", deliveryId, progress };
  await Promise.all([reportProgress(db, report), reportProgress(db, report)]);
}

test("a WhatsApp message outside its window goes by SMS once", async () => {
  await using database = newDatabase();
  await using twilio = await startFakeTwilio();
  const { db } = database;
  const { deliveryId } = await addDueReminder(db, await newFamilyOnWhatsApp(db), {
    channel: "whatsapp",
  });
  const sender = newSender(db, twilio.settings);
  await sender.sendDue();
  await reportOutsideWindow(db, deliveryId);
  await sender.sendDue();
  const bySms = await db
    .selectFrom("deliveries")
    .select(["id", "state"])
    .where("channel", "=", "sms")
    .execute();
  const merged = db
    .selectFrom("deliveries")
    .select(["state", "merged_into"])
    .where("id", "=", deliveryId);
  expect(bySms).toEqual([{ id: expect.any(String), state: "sent" }]);
  expect(await merged.executeTakeFirst()).toEqual({ state: "merged", merged_into: bySms[0]?.id });
  expect(twilio.messages().map(({ to }) => to)).toEqual(["whatsapp:+15550101234", "+15550101234"]);
});

test("merged late reminders outside WhatsApp's window become one SMS", async () => {
  await using database = newDatabase();
  await using twilio = await startFakeTwilio();
  const { db } = database;
  const family = await newFamilyOnWhatsApp(db);
  const late = { channel: "whatsapp", dueAt: earlierBy(nowIso(), { hours: 1 }) } as const;
  await addDueReminder(db, family, { ...late, title: "Call the vet" });
  await addDueReminder(db, family, { ...late, title: "Pay the rent" });
  await mergeLateMessages(db, messageTypes, nowIso());
  const sender = newSender(db, twilio.settings);
  await sender.sendDue();
  const whole = db.selectFrom("deliveries").select("id").where("kind", "=", "late_reminders");
  await reportOutsideWindow(db, (await whole.executeTakeFirstOrThrow()).id);
  await sender.sendDue();
  const bySms = twilio.messages().filter(({ to }) => to === "+15550101234");
  expect(bySms.map(({ body }) => body)).toEqual([
    expect.stringMatching(/Call the vet.*Pay the rent/s),
  ]);
});

const ranks: Partial<Record<DeliveryState, number>> = {
  sending: 0,
  unknown: 1,
  sent: 2,
  delivered: 3,
  undelivered: 3,
};

test("with random order and repetition, states only move forward and end at the first final one", async () => {
  await using database = newDatabase();
  const { db } = database;
  const { userId } = await newFamily(db);
  const progress = constantFrom<Progress>(underway, delivered, badAddress, {
    status: "undelivered",
    reason: "refused",
  });
  const start = constantFrom<DeliveryState>("sending", "unknown", "sent");
  await assert(
    asyncProperty(
      start,
      array(progress, { minLength: 1, maxLength: 6 }),
      async (state, reports) => {
        const deliveryId = await newDelivery(db, { state, user_id: userId });
        const states = [state];
        for (const one of reports) {
          await reportProgress(db, { providerId: `SM-${deliveryId}`, deliveryId, progress: one });
          states.push((await deliveryOf(db, deliveryId)).state);
        }
        const order = states.map((one) => ranks[one] ?? -1);
        expect(order).toEqual(order.toSorted((one, other) => one - other));
        expect(states.at(-1)).toBe(
          reports.find(({ status }) => status !== "underway")?.status ?? "sent",
        );
      },
    ),
    depth({ full: 1_000, part: 200 }),
  );
});

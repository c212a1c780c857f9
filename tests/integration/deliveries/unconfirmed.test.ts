import type { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import { expect, test } from "vitest";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { sweep } from "#app/domain/outbox/recovery/sweep.server.ts";
import { reportProgress } from "#app/domain/outbox/reports/report.server.ts";
import { readMigrations } from "#db/known-migrations.ts";
import { migrateToLatest } from "#db/migrate.ts";
import type { Channel, Database } from "#db/schema.ts";
import { startFakeNtfy } from "../../fakes/ntfy.ts";
import { startFakePush } from "../../fakes/push.ts";
import { startFakeSmtp } from "../../fakes/smtp.ts";
import { startFakeTelegram } from "../../fakes/telegram.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import {
  addDueReminder,
  newFamilyWithPhone,
  newSender,
  readOutcome,
} from "../../support/messages/deliveries.ts";
import { addDelivery } from "../../support/records/add-delivery.ts";
import { newDatabase } from "../../support/records/database.ts";
import type { TestFamily } from "../../support/records/family.ts";
import { migrateToNothing } from "../../support/records/migrate-to-nothing.ts";
import { addPushDevice } from "../../support/records/push-device.ts";

const chat = 1_234_567;
const lostAnswer = { type: "taking_then_failing", status: 502 } as const;

interface Silent extends AsyncDisposable {
  settings: Record<string, string>;
  arrived: () => number;
  /** Turns this way on. */
  choose: (db: Kysely<Database>, family: TestFamily) => Promise<unknown>;
}

function prefer(wishes: object) {
  return (db: Kysely<Database>, { userId }: TestFamily) =>
    db.updateTable("user_preferences").set(wishes).where("user_id", "=", userId).execute();
}

const silentProviders: [Channel, number, () => Promise<Silent>][] = [
  [
    "email",
    2,
    async () => {
      const smtp = await startFakeSmtp();
      smtp.behave({ type: "taking_then_hanging_up" });
      return { ...smtp, arrived: () => smtp.mails().length, choose: prefer({ sms_enabled: 0 }) };
    },
  ],
  [
    "ntfy",
    2,
    async () => {
      const ntfy = await startFakeNtfy();
      ntfy.behave(lostAnswer);
      return {
        ...ntfy,
        arrived: () => ntfy.notifications().length,
        choose: prefer({ ntfy_topic: "a-topic" }),
      };
    },
  ],
  [
    "telegram",
    2,
    async () => {
      const telegram = await startFakeTelegram();
      telegram.behave(lostAnswer);
      const arrived = () => telegram.messagesTo(chat).length;
      return { ...telegram, arrived, choose: prefer({ telegram_chat: String(chat) }) };
    },
  ],
  [
    "push",
    3,
    async () => {
      const push = await startFakePush();
      push.behave(lostAnswer);
      return {
        ...push,
        arrived: () => push.accepted.length,
        choose: (db, family) => addPushDevice(db, family, push),
      };
    },
  ],
  [
    "sms",
    2,
    async () => {
      const twilio = await startFakeTwilio();
      twilio.behave(lostAnswer, { type: "failing", status: 400, on: "asking" });
      return { ...twilio, arrived: () => twilio.messages().length, choose: async () => undefined };
    },
  ],
];

test.each(silentProviders)(
  "a message by %s whose provider never answers ends as sent, unconfirmed, after %i copies, and no other way starts",
  async (channel, copies, start) => {
    await using own = newDatabase();
    await using provider = await start();
    await using postmarkless = await startFakeSmtp();
    const family = await newFamilyWithPhone(own.db);
    await provider.choose(own.db, family);
    const { deliveryId } = await addDueReminder(own.db, family, { channel });
    const sender = newSender(own.db, { ...postmarkless.settings, ...provider.settings });
    for (let round = 1; round <= 6; round += 1) {
      await sender.sendDue();
      // Past the ten minutes for which a provider is asked.
      const now = laterBy(nowIso(), { minutes: 11 });
      await sweep(own.db, sender.outbox, sender.providers, now, () => false);
      await own.db
        .updateTable("deliveries")
        .set({ not_before: nowIso() })
        .where("state", "=", "ready")
        .execute();
    }
    expect(await readOutcome(own.db, deliveryId)).toEqual({ state: "sent", reason: "unclear" });
    expect(provider.arrived()).toBe(copies);
    const rows = await own.db.selectFrom("deliveries").select(["channel", "other_way"]).execute();
    expect(rows).toEqual([{ channel, other_way: null }]);
    expect(postmarkless.mails()).toEqual([]);
  },
);

test("a push that may have been shown is not called unsent when its task is done meanwhile", async () => {
  await using own = newDatabase();
  await using push = await startFakePush();
  const family = await newFamilyWithPhone(own.db);
  await addPushDevice(own.db, family, push);
  push.behave(lostAnswer);
  const { deliveryId, taskId } = await addDueReminder(own.db, family, { channel: "push" });
  const sender = newSender(own.db, push.settings);
  await sender.sendDue();
  await own.db.updateTable("tasks").set({ is_completed: 1 }).where("id", "=", taskId).execute();
  await sweep(own.db, sender.outbox, sender.providers, nowIso());
  expect(await readOutcome(own.db, deliveryId)).toEqual({ state: "sent", reason: "unclear" });
  expect(push.accepted).toHaveLength(1);
});

test.each(["underway", "delivered"] as const)(
  "a report that it is %s ends the doubt",
  async (status) => {
    await using own = newDatabase();
    const family = await newFamilyWithPhone(own.db);
    const deliveryId = await addDelivery(own.db, family, { state: "sent", reason: "unclear" });
    await own.db.updateTable("deliveries").set({ attempts: 2 }).execute();
    await reportProgress(own.db, { providerId: "SM1", deliveryId, progress: { status } });
    const state = status === "delivered" ? "delivered" : "sent";
    expect(await readOutcome(own.db, deliveryId)).toEqual({ state, reason: null });
  },
);

test("earlier messages that were called failed without an answer become unconfirmed", async () => {
  await using own = newDatabase();
  await migrateToNothing(own.db);
  const migrations = await readMigrations();
  const before = Object.keys(migrations).findLast((name) => name < "0060");
  const migrator = new Migrator({
    db: own.db,
    provider: { getMigrations: async () => migrations },
  });
  await migrator.migrateTo(before ?? "");
  const family = await newFamilyWithPhone(own.db);
  const unclear = await addDelivery(own.db, family, { state: "failed", reason: "unclear" });
  const refused = await addDelivery(own.db, family, { state: "failed", reason: "refused" });
  await migrateToLatest(own.db);
  expect(await readOutcome(own.db, unclear)).toEqual({ state: "sent", reason: "unclear" });
  expect(await readOutcome(own.db, refused)).toEqual({ state: "failed", reason: "refused" });
});

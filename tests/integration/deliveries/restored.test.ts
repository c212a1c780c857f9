import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { earlierBy, laterBy, nowIso, wallClockAt } from "#app/domain/core/time.ts";
import { ask } from "#app/domain/delegation/asking/ask.server.ts";
import { writeFact } from "#app/domain/instance/facts.server.ts";
import { decideOnHeld, findHeld } from "#app/domain/instance/restored-backup.server.ts";
import { endRestoredAccess, holdRestored } from "#app/domain/lifecycle/hold-restored.server.ts";
import { sweep } from "#app/domain/outbox/recovery/sweep.server.ts";
import { mergeLateMessages } from "#app/domain/outbox/scheduling/merge-late.server.ts";
import { messageTypes } from "#app/domain/wiring/product.server.ts";
import type { Database } from "#db/schema.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { newAskingFamily, phones } from "../../support/messages/delegation.ts";
import {
  addDueReminder,
  newFamilyWithPhone,
  newSender,
} from "../../support/messages/deliveries.ts";
import { talk } from "../../support/messages/talk.ts";
import { setOwner } from "../../support/people/owner.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newSeries } from "../../support/records/series.ts";
import { setClock } from "../../support/series/live.ts";

const madeAt = earlierBy(nowIso(), { hours: 24 });
const ago = (hours: number) => earlierBy(nowIso(), { hours });

async function newRestored() {
  const own = newDatabase();
  const twilio = await startFakeTwilio();
  const sender = newSender(own.db, twilio.settings);
  return {
    db: own.db,
    twilio,
    sender,
    family: await newFamilyWithPhone(own.db),
    async restart() {
      await endRestoredAccess(own.db, nowIso());
      await holdRestored(own.db, { timeZone: "UTC", isSetUp: sender.outbox.isSetUp }, nowIso());
    },
    /** Runs the worker and returns the messages that arrived. */
    async bodies() {
      await sweep(own.db, sender.outbox, sender.providers, nowIso());
      await mergeLateMessages(own.db, messageTypes, nowIso());
      await sender.sendDue();
      return twilio.messages().map(({ body }) => body);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([own, twilio].map((one) => one[Symbol.asyncDispose]()));
    },
  };
}

const restore = (db: Kysely<Database>) => writeFact(db, "restored_backup", madeAt);
const states = async (db: Kysely<Database>) =>
  (await db.selectFrom("deliveries").select(["state", "reason"]).orderBy("id").execute()).map(
    ({ state, reason }) => reason ?? state,
  );

test("what came due since the backup waits until Mila's owner decides, and what comes due later doesn't", async () => {
  await using mila = await newRestored();
  const { db, family } = mila;
  const { reminderId } = await addDueReminder(db, family, { dueAt: ago(2), title: "Call the vet" });
  await db.deleteFrom("deliveries").execute();
  await db
    .updateTable("reminders")
    .set({ status: "pending" })
    .where("id", "=", reminderId)
    .execute();
  await addDueReminder(db, family, { dueAt: ago(1), title: "Pay the rent" });
  await restore(db);
  await mila.restart();
  expect(await findHeld(db)).toEqual({ madeAt, count: 2 });
  await addDueReminder(db, family, {
    dueAt: laterBy(nowIso(), { seconds: -1 }),
    title: "Water the plants",
  });
  expect(await mila.bodies()).toEqual([expect.stringContaining("Water the plants")]);
  await mila.restart();
  expect(await findHeld(db)).toMatchObject({ count: 2 });
  await decideOnHeld(db, "send", nowIso());
  expect(await mila.bodies()).toEqual([
    expect.stringContaining("Water the plants"),
    expect.stringMatching(/Call the vet.*Pay the rent/s),
  ]);
  expect(await findHeld(db)).toBeNull();
});

test("what a yes to all and its missed dates would say again waits as well", async () => {
  await using mila = await newRestored();
  const { db, sender } = mila;
  const today = wallClockAt(madeAt, "America/New_York").toPlainDate().toString();
  setClock(earlierBy(madeAt, { hours: 1 }));
  const nora = await newAskingFamily(db);
  const taskId = await newSeries(db, nora, {
    rule: "FREQ=DAILY",
    due: `${today}T12:00`,
    now: nowIso(),
  });
  const question = { taskId, familyMemberId: nora.sam, method: "sms", scope: "all" } as const;
  await ask(db, nora, question);
  await sender.sendDue();
  await talk(db, "yes", { from: phones.sam });
  await sender.sendDue();
  await restore(db);
  setClock(laterBy(madeAt, { hours: 60 }));
  await mila.restart();
  setClock(laterBy(madeAt, { hours: 61 }));
  const { length } = await mila.bodies();
  expect(length).toBe(2);
  await decideOnHeld(db, "send", nowIso());
  expect((await mila.bodies()).slice(length)).toContainEqual(
    expect.stringContaining("is yours again"),
  );
});

test("what the owner leaves is never sent", async () => {
  await using mila = await newRestored();
  const { db, family } = mila;
  await addDueReminder(db, family, { dueAt: ago(2) });
  await addDueReminder(db, family);
  await restore(db);
  await mila.restart();
  await decideOnHeld(db, "leave", nowIso());
  expect(await states(db)).toEqual(["restored", "restored"]);
  expect(await mila.bodies()).toEqual([]);
});

test("what was being sent during the backup counts as sent if the provider has it, and waits otherwise", async () => {
  await using mila = await newRestored();
  const { db, family, sender } = mila;
  await addDueReminder(db, family, { title: "Call the vet" });
  await sender.sendDue();
  const cutOff = {
    state: "sending",
    attempts: 1,
    claimed_at: nowIso(),
    lease_until: ago(1),
  } as const;
  await db
    .updateTable("deliveries")
    .set({ ...cutOff, provider_id: null })
    .execute();
  const { deliveryId } = await addDueReminder(db, family, { title: "Pay the rent" });
  await db.updateTable("deliveries").set(cutOff).where("id", "=", deliveryId).execute();
  await restore(db);
  await mila.restart();
  expect(await mila.bodies()).toEqual([expect.stringContaining("Call the vet")]);
  expect(await states(db)).toEqual(["sent", "ready"]);
  expect(await findHeld(db)).toMatchObject({ count: 1 });
});

test("Mila's owner is asked by message, and not for nothing", async () => {
  await using mila = await newRestored();
  const { db, family } = mila;
  await setOwner(db, "id", family.userId);
  await restore(db);
  await mila.restart();
  expect(await mila.bodies()).toEqual([]);
  await addDueReminder(db, family);
  await restore(db);
  await mila.restart();
  expect(await mila.bodies()).toEqual([
    expect.stringMatching(
      /restored from a backup of .*One message may have gone out.*\/preferences\/instance\/deliveries/s,
    ),
  ]);
});

import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { sweep } from "#app/domain/outbox/recovery/sweep.server.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { startFakeSmtp } from "../../fakes/smtp.ts";
import { newDatabase } from "../../support/records/database.ts";
import {
  addDueReminder,
  newFamilyWithPhone,
  newSender,
} from "../../support/messages/deliveries.ts";

async function newDueEmail(db: Kysely<Database>): Promise<string> {
  const family = await newFamilyWithPhone(db);
  await db.updateTable("user_preferences").set({ sms_enabled: 0 }).execute();
  return (await addDueReminder(db, family, { channel: "email" })).deliveryId;
}

const readRow = (db: Kysely<Database>) =>
  db.selectFrom("deliveries").selectAll().executeTakeFirstOrThrow();

test("an email is marked as begun before the mail server gets any of it", async () => {
  await using own = newDatabase();
  await using smtp = await startFakeSmtp();
  await newDueEmail(own.db);
  const { sendDue } = newSender(own.db, smtp.settings);
  smtp.behave({ type: "slow", answerMs: 2_000 });
  const sending = sendDue();
  await expect.poll(() => smtp.mails().length).toBe(1);
  expect(await readRow(own.db)).toMatchObject({
    state: "sending",
    transmitted_at: expect.any(String),
  });
  await sending;
  expect(await readRow(own.db)).toMatchObject({ state: "sent" });
});

test.each(["sign-in", "recipient"] as const)(
  "an email that ends at the %s was never begun",
  async (at) => {
    await using own = newDatabase();
    await using smtp = await startFakeSmtp();
    await newDueEmail(own.db);
    smtp.behave({ type: "refusing", at, code: 451 });
    await newSender(own.db, smtp.settings).sendDue();
    expect(await readRow(own.db)).toMatchObject({ state: "ready", transmitted_at: null });
  },
);

test("an email that another worker has taken over meanwhile is not sent", async () => {
  await using own = newDatabase();
  await using smtp = await startFakeSmtp();
  await newDueEmail(own.db);
  const { sendDue } = newSender(own.db, smtp.settings);
  smtp.behave({ type: "slow_at_every_step", answerMs: 800 });
  const sending = sendDue();
  await expect.poll(() => smtp.connections()).toBe(1);
  await own.db.updateTable("deliveries").set({ attempts: 2 }).execute();
  await sending;
  expect(smtp.mails()).toEqual([]);
  expect(await readRow(own.db)).toMatchObject({ state: "sending", attempts: 2 });
});

test("a worker's death before an email is begun costs no copy, however often it happens", async () => {
  await using own = newDatabase();
  await using smtp = await startFakeSmtp();
  await newDueEmail(own.db);
  const { sendDue, outbox, providers } = newSender(own.db, smtp.settings);
  const claimed_at = earlierBy(nowIso(), { minutes: 1 });
  const interrupted = {
    state: "sending",
    attempts: 1,
    claimed_at,
    lease_until: claimed_at,
  } as const;
  for (let death = 0; death < 4; death += 1) {
    await own.db.updateTable("deliveries").set(interrupted).execute();
    await sweep(own.db, outbox, providers, nowIso());
    expect(await readRow(own.db)).toMatchObject({ state: "ready", repeated_at: null });
  }
  await own.db
    .updateTable("deliveries")
    .set({ ...interrupted, transmitted_at: claimed_at })
    .execute();
  await sweep(own.db, outbox, providers, nowIso());
  expect(await readRow(own.db)).toMatchObject({ state: "ready", repeated_at: expect.any(String) });
  await sendDue();
  expect(smtp.mails()).toHaveLength(1);
});

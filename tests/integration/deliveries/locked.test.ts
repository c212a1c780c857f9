import { type Kysely, sql } from "kysely";
import { channel } from "node:diagnostics_channel";
import { expect, onTestFinished, test, vi } from "vitest";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { createLeaseHold } from "#app/domain/outbox/recovery/lease-hold.ts";
import { sweep } from "#app/domain/outbox/recovery/sweep.server.ts";
import { openDatabase } from "#db/connection.server.ts";
import type { Database } from "#db/schema.ts";
import { startFakeSmtp } from "../../fakes/smtp.ts";
import {
  addDueReminder,
  newFamilyWithPhone,
  newSender,
  readOutcome,
} from "../../support/messages/deliveries.ts";
import { newDatabase } from "../../support/records/database.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

async function addDueEmail(db: Kysely<Database>): Promise<string> {
  const family = await newFamilyWithPhone(db);
  await db.updateTable("user_preferences").set({ sms_enabled: 0 }).execute();
  return (await addDueReminder(db, family, { channel: "email" })).deliveryId;
}

test.skipIf(skippedOnPostgres.file)(
  "what was sent while another program locks the database is recorded once the lock is gone",
  { timeout: 60_000 },
  async () => {
    await using own = newDatabase();
    await using otherProgram = openDatabase(own.file);
    await using smtp = await startFakeSmtp();
    const deliveryId = await addDueEmail(own.db);
    smtp.behave({ type: "slow", answerMs: 500 });
    const { sendDue, outbox, providers } = newSender(own.db, smtp.settings);
    const sending = sendDue();
    await expect.poll(() => smtp.mails().length, { timeout: 10_000 }).toBe(1);
    await otherProgram.connection().execute(async (connection) => {
      await sql`begin immediate`.execute(connection);
      // The record's first try has given up once two saves in a row were refused.
      for (const first_name of ["Nora", "Sam"]) {
        const save = own.db.updateTable("profiles").set({ first_name }).execute();
        await expect(save).rejects.toMatchObject({ code: "SQLITE_BUSY" });
      }
      await sql`commit`.execute(connection);
    });
    await sending;
    expect(await readOutcome(own.db, deliveryId)).toEqual({ state: "sent", reason: null });
    await sweep(own.db, outbox, providers, laterBy(nowIso(), { minutes: 1 }), () => false);
    await sendDue();
    expect(smtp.mails()).toHaveLength(1);
  },
);

test("after a long lock, no other worker's lease ends for 30 s", async () => {
  await using own = newDatabase();
  await using smtp = await startFakeSmtp();
  const deliveryId = await addDueEmail(own.db);
  const { outbox, providers } = newSender(own.db, smtp.settings);
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  const areLeasesHeld = createLeaseHold();
  const sweepNow = () => sweep(own.db, outbox, providers, nowIso(), areLeasesHeld);
  const past = {
    claimed_at: nowIso(),
    lease_until: laterBy(nowIso(), { seconds: -1 }),
    transmitted_at: nowIso(),
  };
  await own.db
    .updateTable("deliveries")
    .set({ state: "sending", attempts: 1, ...past })
    .execute();
  channel("mila.locked").publish({});
  await sweepNow();
  vi.advanceTimersByTime(29_000);
  await sweepNow();
  expect(await readOutcome(own.db, deliveryId)).toEqual({ state: "sending", reason: null });
  vi.advanceTimersByTime(2_000);
  await sweepNow();
  expect(await readOutcome(own.db, deliveryId)).toEqual({ state: "ready", reason: null });
});

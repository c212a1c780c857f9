import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { sweep } from "#app/domain/outbox/recovery/sweep.server.ts";
import { createTransmissionMarks } from "#app/domain/outbox/sending/ledger.server.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { type FakePush, startFakePush } from "../../fakes/push.ts";
import { addDueReminder, newSender } from "../../support/messages/deliveries.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { addPushDevice } from "../../support/records/push-device.ts";

const readRow = (db: Kysely<Database>) =>
  db.selectFrom("deliveries").selectAll().executeTakeFirstOrThrow();

async function addDuePush(db: Kysely<Database>, push: FakePush): Promise<string> {
  const family = await newFamily(db);
  await addPushDevice(db, family, push);
  return (await addDueReminder(db, family, { channel: "push" })).deliveryId;
}

/** As a killed worker leaves it. */
async function interrupt(db: Kysely<Database>, transmittedAt: string | null): Promise<void> {
  const past = earlierBy(nowIso(), { minutes: 1 });
  await db
    .updateTable("deliveries")
    .set({ state: "sending", claimed_at: past, lease_until: past, transmitted_at: transmittedAt })
    .set(({ eb }) => ({ attempts: eb("attempts", "+", 1) }))
    .execute();
}

test("a push is marked as begun before its push service gets any of it", async () => {
  await using own = newDatabase();
  await using push = await startFakePush();
  await addDuePush(own.db, push);
  push.behave({ type: "slow", answerMs: 300 });
  const sending = newSender(own.db, push.settings).sendDue();
  await expect.poll(() => push.requests.length).toBe(1);
  expect(await readRow(own.db)).toMatchObject({
    state: "sending",
    transmitted_at: expect.any(String),
  });
  await sending;
});

test("of those begun together, only the one that another worker has taken over is stopped", async () => {
  await using own = newDatabase();
  await using push = await startFakePush();
  const [taken = "", kept = ""] = [await addDuePush(own.db, push), await addDuePush(own.db, push)];
  await interrupt(own.db, null);
  await own.db.updateTable("deliveries").set({ attempts: 2 }).where("id", "=", taken).execute();
  const mark = createTransmissionMarks(own.db);
  const marked = await Promise.allSettled([taken, kept].map((id) => mark({ id, attempts: 1 })));
  expect(marked.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  const rows = await own.db
    .selectFrom("deliveries")
    .select("id")
    .where("transmitted_at", "is not", null)
    .execute();
  expect(rows).toEqual([{ id: kept }]);
});

test("a push is given up after three deaths of its worker, but those before it was begun don't count", async () => {
  await using own = newDatabase();
  await using push = await startFakePush();
  await addDuePush(own.db, push);
  const { outbox, providers, sendDue } = newSender(own.db, push.settings);
  const die = async (transmittedAt: string | null) => {
    await interrupt(own.db, transmittedAt);
    await sweep(own.db, outbox, providers, nowIso());
    const { state, crash_count } = await readRow(own.db);
    return { state, crash_count };
  };
  for (let death = 0; death < 4; death += 1)
    expect(await die(null)).toEqual({ state: "ready", crash_count: 0 });
  for (const crash_count of [1, 2]) {
    expect(await die(nowIso())).toEqual({ state: "ready", crash_count });
    expect(await die(null)).toEqual({ state: "ready", crash_count });
  }
  expect(await die(nowIso())).toMatchObject({ state: "failed" });
  await sendDue();
  expect(push.requests).toEqual([]);
});

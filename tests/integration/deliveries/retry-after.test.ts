import { expect, test } from "vitest";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { sweep } from "#app/domain/outbox/recovery/sweep.server.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { newDatabase } from "../../support/records/database.ts";
import {
  addDueReminder,
  readOutcome,
  newFamilyWithPhone,
  newSender,
} from "../../support/messages/deliveries.ts";

test("a Retry-After is respected and delays no other delivery", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const family = await newFamilyWithPhone(own.db);
  const { deliveryId } = await addDueReminder(own.db, family);
  twilio.behave({ type: "failing", status: 503, retryAfterSeconds: 600, times: 1 });
  const sender = newSender(own.db, twilio.settings);
  await sender.sendDue();
  const row = await own.db
    .selectFrom("deliveries")
    .selectAll()
    .where("id", "=", deliveryId)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ state: "unknown" });
  expect(twilio.requests).toHaveLength(1);
  await sweep(own.db, sender.outbox, sender.providers, nowIso());
  const asked = await own.db.selectFrom("deliveries").selectAll().executeTakeFirstOrThrow();
  expect(asked).toMatchObject({ state: "ready", retry_count: 1 });
  expect(Date.parse(asked.not_before) - Date.parse(row.claimed_at!)).toBeGreaterThan(299_000);
  const next = await addDueReminder(own.db, family, { title: "Water the plants" });
  twilio.behave();
  await sender.sendDue();
  expect(await readOutcome(own.db, next.deliveryId)).toEqual({ state: "sent", reason: null });
});

test.each([1_763_760_000, 1_763_760_000_000, 10_000_000_000_000])(
  "a rate limit of %d seconds counts as one of five minutes",
  async (retryAfterSeconds) => {
    await using own = newDatabase();
    await using twilio = await startFakeTwilio();
    await addDueReminder(own.db, await newFamilyWithPhone(own.db));
    twilio.behave({ type: "failing", status: 429, retryAfterSeconds });
    const startedAt = nowIso();
    await newSender(own.db, twilio.settings).sendDue();
    const { until } = await own.db
      .selectFrom("channel_pauses")
      .select("until")
      .executeTakeFirstOrThrow();
    expect(
      until >= laterBy(startedAt, { minutes: 5 }) && until <= laterBy(nowIso(), { minutes: 5 }),
    ).toBe(true);
  },
);

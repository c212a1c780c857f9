import { type Kysely, sql } from "kysely";
import { v7 as newId } from "uuid";
import { expect, test } from "vitest";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import {
  foldOldDeliveries,
  oldDeliveriesQuery,
} from "#app/domain/outbox/scheduling/fold-old.server.ts";
import { messageTypes } from "#app/domain/wiring/product.server.ts";
import type { Database, DeliveryState, MessageKind } from "#db/schema.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

const now = nowIso();
const daysAgo = (days: number) => earlierBy(now, { hours: 24 * days });

interface Old {
  days: number;
  kind?: MessageKind;
  state?: DeliveryState;
  merged_into?: string;
}

async function addOld(
  db: Kysely<Database>,
  { userId }: TestFamily,
  { days, ...row }: Old,
): Promise<string> {
  const at = daysAgo(days);
  const id = newId({ msecs: Date.parse(at) });
  const times = {
    due_at: at,
    not_before: at,
    created_at: at,
    ended_at: row.state === "ready" ? null : at,
  };
  const message = {
    kind: "reminder",
    channel: "sms",
    state: "delivered",
    subject_id: id,
    dedupe_key: id,
  } as const;
  await db
    .insertInto("deliveries")
    .values({ id, user_id: userId, ...message, ...times, ...row })
    .execute();
  return id;
}

test("deliveries that ended more than 180 days ago become counts, day by day", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  await own.db.transaction().execute(async (trx) => {
    for (let count = 0; count < 1_200; count += 1)
      await addOld(trx, family, { days: 181 + (count % 2) });
  });
  const whole = await addOld(own.db, family, { days: 183, kind: "late_reminders", state: "sent" });
  await addOld(own.db, family, { days: 183, state: "merged", merged_into: whole });
  const inDoubt = await addOld(own.db, family, { days: 183, kind: "test", state: "sent" });
  await own.db
    .updateTable("deliveries")
    .set({ reason: "unclear" })
    .where("id", "=", inDoubt)
    .execute();
  const recent = await addOld(own.db, family, { days: 179 });
  expect(await foldOldDeliveries(own.db, messageTypes, now)).toBe(1_203);
  expect(await own.db.selectFrom("deliveries").select("id").execute()).toEqual([{ id: recent }]);
  await addOld(own.db, family, { days: 181 });
  await foldOldDeliveries(own.db, messageTypes, now);
  const counts = own.db
    .selectFrom("delivery_counts")
    .select(["made_on", "kind", "state", "count"])
    .orderBy("made_on");
  expect(await counts.orderBy("kind").execute()).toEqual([
    { made_on: daysAgo(183).slice(0, 10), kind: "late_reminders", state: "sent", count: 1 },
    { made_on: daysAgo(183).slice(0, 10), kind: "reminder", state: "merged", count: 1 },
    { made_on: daysAgo(183).slice(0, 10), kind: "test", state: "unconfirmed", count: 1 },
    { made_on: daysAgo(182).slice(0, 10), kind: "reminder", state: "delivered", count: 600 },
    { made_on: daysAgo(181).slice(0, 10), kind: "reminder", state: "delivered", count: 601 },
  ]);
});

test("what still waits, or would go out once more without its row, stays", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const ids = [
    await addOld(own.db, family, { days: 400, state: "ready" }),
    await addOld(own.db, family, { days: 300, kind: "welcome" }),
    await addOld(own.db, family, { days: 299, kind: "delegation_request" }),
    await addOld(own.db, family, { days: 298, kind: "delegation_answer" }),
  ];
  expect(await foldOldDeliveries(own.db, messageTypes, now)).toBe(0);
  expect(
    (await own.db.selectFrom("deliveries").select("id").execute()).map(({ id }) => id).toSorted(),
  ).toEqual(ids);
});

test.skipIf(skippedOnPostgres.plans)("each step reads on from the one before", async () => {
  await using own = newDatabase();
  const range = { after: newId(), before: now };
  const plan = await oldDeliveriesQuery(own.db, messageTypes, range).explain<{ detail: string }>(
    undefined,
    sql`query plan`,
  );
  expect(plan.map(({ detail }) => detail).join()).toContain(
    "sqlite_autoindex_deliveries_1 (id>? AND id<?)",
  );
});

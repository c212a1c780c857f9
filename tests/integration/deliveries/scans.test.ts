import { CompiledQuery, type Kysely } from "kysely";
import { expect, test } from "vitest";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { mergeLateMessages } from "#app/domain/outbox/scheduling/merge-late.server.ts";
import { readSendingHealth } from "#app/domain/outbox/views/health.server.ts";
import { sweep } from "#app/domain/outbox/recovery/sweep.server.ts";
import { pollProgress } from "#app/domain/outbox/reports/poll-progress.server.ts";
import { messageTypes } from "#app/domain/wiring/product.server.ts";
import type { Database } from "#db/schema.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { addDueReminder, newFamilyWithPhone, newSender } from "../../support/messages/deliveries.ts";
import { newDatabase } from "../../support/records/database.ts";
import { captureQueries } from "../../support/records/queries.ts";

const isOfOpen = /INDEX deliveries_(ready|sending|unknown|held|wanting_other_way)/;

type Sender = ReturnType<typeof newSender>;

const routines: Record<string, (db: Kysely<Database>, sender: Sender) => Promise<unknown>> = {
  sweep: (db, { outbox, providers }) => sweep(db, outbox, providers, nowIso()),
  merging: (db) => mergeLateMessages(db, messageTypes, nowIso()),
  polling: (db, { providers }) => pollProgress(db, providers, nowIso()),
  health: (db) => readSendingHealth(db, nowIso()),
};

test.each(Object.keys(routines))("%s reads no delivery that has ended", async (name) => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const sender = newSender(own.db, twilio.settings);
  await addDueReminder(own.db, await newFamilyWithPhone(own.db));
  await own.db.updateTable("deliveries").set({ state: "unknown", attempts: 1, claimed_at: nowIso() }).execute();
  const until = laterBy(nowIso(), { minutes: 5 });
  const pause = { channel: "email", reason: "rate_limit", paused_at: nowIso(), until } as const;
  await own.db.insertInto("channel_pauses").values(pause).execute();
  const queries = await captureQueries(own.db, (db) => routines[name]!(db, sender));
  const scans = [];
  for (const { sql: text, parameters } of queries) {
    const query = CompiledQuery.raw(`explain query plan ${text}`, [...parameters]);
    const { rows } = await own.db.executeQuery<{ detail: string }>(query);
    if (rows.some(({ detail }) => detail.startsWith("SCAN deliveries") && !isOfOpen.test(detail))) scans.push(text);
  }
  expect(scans).toEqual([]);
});

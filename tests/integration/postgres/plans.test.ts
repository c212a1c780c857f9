import { CompiledQuery, type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { nowIso } from "#app/domain/core/time.ts";
import { listDeliveries } from "#app/domain/outbox/views/delivery-list.server.ts";
import { whereExpiring } from "#app/domain/outbox/recovery/sweep.server.ts";
import {
  dueQuery,
  inQueueQuery,
  readyQuery,
} from "#app/domain/outbox/scheduling/fair-order.server.ts";
import { listTaskCards } from "#app/domain/pages/task-cards.server.ts";
import { remindersToFollowQuery } from "#app/domain/reminders/following/follow-reminders.server.ts";
import { sharesQuery } from "#app/domain/reminders/fair-order.server.ts";
import { dueRemindersQuery } from "#app/domain/reminders/tick-reminders.server.ts";
import { features, messageTypes } from "#app/domain/wiring/product.server.ts";
import { idList } from "#db/sql/values.ts";
import type { Database } from "#db/schema.ts";
import { fill, fillHousehold } from "../../bench/scale/fill.ts";
import { newDatabase } from "../../support/records/database.ts";
import { isOnPostgres } from "../../support/records/engines.ts";
import { newFamily } from "../../support/records/family.ts";
import { captureQueries } from "../../support/records/queries.ts";

/** Each has some thousand rows here, and one household has a few. */
const growing = ["tasks", "reminders", "deliveries"];

test.skipIf(!isOnPostgres)(
  "what pages and messages ask reads no whole table, however few ids it is about",
  async () => {
    await using own = newDatabase();
    const family = await newFamily(own.db);
    const shares = { tasks: 40, reminders: 20, due: 10 };
    await fill(own.db, 300, shares, 1);
    await fillHousehold(own.db, { ...family, userIds: [family.userId] }, shares);
    await sql`analyze`.execute(own.db);
    const now = nowIso();
    const ids = [family.userId];
    const product = { ...features, messageTypes, isSetUp: () => true };
    const due = { channel: "sms", userIds: ids, each: 9 } as const;
    const shown = await captureQueries(own.db, async (db) => {
      await listTaskCards(db, family);
      await listDeliveries(db, product, family);
    });
    const asked = [
      sharesQuery(own.db, dueRemindersQuery(own.db, { since: "", now }), ids),
      sharesQuery(own.db, remindersToFollowQuery(own.db, now), ids),
      readyQuery(own.db, "sms").select("id").limit(9),
      inQueueQuery(own.db, "sms", now),
      dueQuery(own.db, product, due, now),
      whereExpiring(own.db.selectFrom("deliveries").select("id"), now),
      own.db.selectFrom("tasks").select("id").where("id", ">", "").orderBy("id").limit(5),
      own.db.selectFrom("reminders").selectAll().where("task_id", "in", idList(ids)),
    ].map((query) => query.compile());
    for (const query of [...shown, ...asked]) {
      const scanned = await scannedTables(own.db, query);
      expect({ sql: query.sql, scanned }).toEqual({ sql: query.sql, scanned: [] });
    }
  },
);

async function scannedTables(db: Kysely<Database>, { sql: text, parameters }: CompiledQuery) {
  const explained = CompiledQuery.raw(`explain (format json) ${text}`, [...parameters]);
  const { rows } = await db.executeQuery<{ "QUERY PLAN": unknown }>(explained);
  return seqScansIn(rows[0]?.["QUERY PLAN"]).filter((table) => growing.includes(table));
}

function seqScansIn(plan: unknown): string[] {
  if (typeof plan !== "object" || plan === null) return [];
  const node = plan as Record<string, unknown>;
  const own = node["Node Type"] === "Seq Scan" ? [String(node["Relation Name"])] : [];
  return [...own, ...Object.values(node).flatMap(seqScansIn)];
}

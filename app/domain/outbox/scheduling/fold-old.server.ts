import type { ExpressionBuilder, Kysely, Transaction } from "kysely";
import { yieldToOthers } from "#db/sql/batches.ts";
import { firstIdAt } from "#app/domain/outbox/queries/first-id.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { kindsWhere, type MessageTypes } from "../message-type.ts";
import { statesIn } from "../state.ts";
import { countedState } from "../queries/counted-state.ts";

const daysKept = 180;
const batchSize = 200;

/** Replaces deliveries that ended long ago by daily counts. Returns how many. */
export async function foldOldDeliveries(
  db: Kysely<Database>,
  messageTypes: MessageTypes,
  now: string,
): Promise<number> {
  let count = 0;
  let last: string | undefined = "";
  while (last !== undefined) {
    const ids = await foldBatch(db, messageTypes, {
      after: last,
      before: earlierBy(now, { hours: 24 * daysKept }),
    });
    count += ids.length;
    last = ids.at(-1);
    await yieldToOthers();
  }
  return count;
}

function foldBatch(
  db: Kysely<Database>,
  messageTypes: MessageTypes,
  { after, before }: { after: string; before: string },
): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    const old = await oldDeliveriesQuery(trx, messageTypes, { after, before }).execute();
    const ids = old.map(({ id }) => id);
    if (ids.length > 0) await fold(trx, ids);
    return ids;
  });
}

/** Excludes deliveries whose key can come again: they would be sent once more. */
export function oldDeliveriesQuery(
  db: Kysely<Database>,
  messageTypes: MessageTypes,
  { after, before }: { after: string; before: string },
) {
  return db
    .selectFrom("deliveries")
    .select("id")
    .where("id", ">", after)
    .where("id", "<", firstIdAt(before))
    .where("ended_at", "<", before)
    .where("state", "not in", statesIn("waiting"))
    .where(
      "kind",
      "in",
      kindsWhere(messageTypes, (type) => !type.canRecur),
    )
    .orderBy("id")
    .limit(batchSize);
}

async function fold(trx: Transaction<Database>, ids: string[]): Promise<void> {
  await trx
    .insertInto("delivery_counts")
    .columns(["made_on", "kind", "channel", "state", "count"])
    .expression((eb) =>
      eb
        .selectFrom("deliveries")
        .select((one) => [
          dayOf(one).as("made_on"),
          "kind",
          "channel",
          countedState(one).as("state"),
          one.fn.countAll<number>().as("count"),
        ])
        .where("id", "in", ids)
        .groupBy((one) => [dayOf(one), one.ref("kind"), one.ref("channel"), countedState(one)]),
    )
    .onConflict((conflict) =>
      conflict.columns(["made_on", "kind", "channel", "state"]).doUpdateSet(({ eb, ref }) => ({
        count: eb("delivery_counts.count", "+", ref("excluded.count")),
      })),
    )
    .execute();
  await trx.deleteFrom("deliveries").where("id", "in", ids).execute();
}

function dayOf({ fn, lit }: ExpressionBuilder<Database, "deliveries">) {
  return fn<string>("substr", ["created_at", lit(1), lit("YYYY-MM-DD".length)]);
}

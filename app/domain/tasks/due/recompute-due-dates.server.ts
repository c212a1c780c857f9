import type { Kysely, Transaction } from "kysely";
import { yieldToOthers } from "#db/sql/batches.ts";
import { readFact, writeFact } from "#app/domain/instance/facts.server.ts";
import { instantOf, isTimeZone, Temporal, wallClockAt } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { announceTaskChange, timeZoneRulesChanged } from "../events.server.ts";

const factKey = "time_zone_rules";
const progressKey = "time_zone_rules_progress";
const batchSize = 10;

/**
 * Keeps tasks at their wall-clock time when clock rules change.
 * @param rules this machine's version, such as "2026b"
 */
export async function recomputeDueDates(
  db: Kysely<Database>,
  rules: string,
  now: string,
): Promise<number> {
  if ((await readFact(db, factKey)) === rules) return 0;
  let count = 0;
  let last: string | undefined = await readProgress(db, rules);
  while (last !== undefined) {
    const after: string = last;
    const batch = await db.transaction().execute(async (trx) => {
      const done = await recomputeBatch(trx, after, now);
      await writeFact(trx, progressKey, [rules, done.last ?? ""].join("\n"));
      return done;
    });
    count += batch.moved;
    last = batch.last;
    await yieldToOthers();
  }
  await writeFact(db, factKey, rules);
  return count;
}

/** Returns the last task that an interrupted run completed. */
async function readProgress(db: Kysely<Database>, rules: string): Promise<string> {
  const [ofRules, id = ""] = (await readFact(db, progressKey))?.split("\n") ?? [];
  return ofRules === rules ? id : "";
}

async function recomputeBatch(
  trx: Transaction<Database>,
  after: string,
  now: string,
): Promise<{ moved: number; last: string | undefined }> {
  const tasks = await trx
    .selectFrom("tasks")
    .select(["id", "due_date", "due_local", "due_time_zone"])
    .where("id", ">", after)
    // With new rules, a time within the last day may be in the future.
    .where(
      "due_local",
      ">",
      wallClockAt(now, "UTC").subtract({ days: 1 }).toString({ smallestUnit: "minute" }),
    )
    .orderBy("id")
    .limit(batchSize)
    .execute();
  const moved = tasks.flatMap(({ id, due_date, due_local, due_time_zone }) => {
    // If the new rules dropped a zone, its tasks keep the instant from the old ones.
    if (!due_local || !due_time_zone || !isTimeZone(due_time_zone)) return [];
    const instant = instantOf(Temporal.PlainDateTime.from(due_local), due_time_zone);
    return instant === due_date ? [] : [{ id, instant }];
  });
  for (const { id, instant } of moved)
    await trx
      .updateTable("tasks")
      .set(({ eb }) => ({ due_date: instant, version: eb("version", "+", 1) }))
      .where("id", "=", id)
      .execute();
  await announceTaskChange(
    trx,
    moved.map(({ id }) => id),
    now,
  );
  await timeZoneRulesChanged.announce(trx, { taskIds: tasks.map(({ id }) => id) }, now);
  return { moved: moved.length, last: tasks.at(-1)?.id };
}

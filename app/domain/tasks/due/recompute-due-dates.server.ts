import type { Kysely, Transaction } from "kysely";
import { readFact, writeFact } from "#app/domain/instance/facts.server.ts";
import { instantOf, isTimeZone, Temporal, wallClockAt } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { announceTaskChange, timeZoneRulesChanged } from "../events.server.ts";

const fact = "time_zone_rules";
const atOnce = 500;

/**
 * Countries change their clocks' rules: a task stays at the wall clock where it was said, and its instant is computed
 * anew, once for each version of the rules; some at a time, so that nobody else waits long to write.
 * @param rules the version of this machine's time zone data, "2026b"
 * @returns how many due dates are another instant now
 */
export async function recomputeDueDates(db: Kysely<Database>, rules: string, now: string): Promise<number> {
  if ((await readFact(db, fact)) === rules) return 0;
  let count = 0;
  let last: string | undefined = "";
  while (last !== undefined) {
    const after: string = last;
    const renewed = await db.transaction().execute((trx) => renewSome(trx, after, now));
    count += renewed.moved;
    last = renewed.last;
  }
  // Last of all: what is cut off before begins anew, and moves what is left.
  await writeFact(db, fact, rules);
  return count;
}

/** The next tasks by id: how many moved, and the last one's id. */
async function renewSome(
  trx: Transaction<Database>,
  after: string,
  now: string,
): Promise<{ moved: number; last: string | undefined }> {
  const tasks = await trx
    .selectFrom("tasks")
    .select(["id", "due_date", "due_local", "due_time_zone"])
    .where("id", ">", after)
    // What was due within the last day may lie ahead by the new rules.
    .where("due_local", ">", wallClockAt(now, "UTC").subtract({ days: 1 }).toString({ smallestUnit: "minute" }))
    .orderBy("id")
    .limit(atOnce)
    .execute();
  const moved = tasks.flatMap(({ id, due_date, due_local, due_time_zone }) => {
    // By a zone that the new rules have dropped nobody can say better than the old ones did.
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

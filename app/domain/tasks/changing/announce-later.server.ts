import { type Kysely, sql, type Transaction } from "kysely";
import { giveWay } from "#app/domain/core/sql/give-way.ts";
import { goAround } from "#app/domain/core/sql/go-around.ts";
import { isUnwritable } from "#app/domain/core/sql/unwritable.ts";
import { idList } from "#app/domain/core/sql/values.ts";
import { laterBy } from "#app/domain/core/time.ts";
import { bumpRevision } from "#app/domain/household/revision.server.ts";
import type { Database } from "#db/schema.ts";
import { announceTaskChange, tasksChanged } from "../events.server.ts";

/** A task of a series costs milliseconds, and nobody else is served meanwhile. */
const announcedAtOnce = 20;

/** Announces the first tasks at once. The worker does so with the others, within seconds. */
export async function announceTaskChanges(trx: Transaction<Database>, taskIds: string[], now: string): Promise<void> {
  await announceLater(trx, taskIds.slice(announcedAtOnce), now);
  await announceTaskChange(trx, taskIds.slice(0, announcedAtOnce), now);
}

/** Call it in the transaction of the change, so that neither is saved without the other. */
export async function announceLater(trx: Transaction<Database>, taskIds: string[], now: string): Promise<void> {
  if (taskIds.length === 0) return;
  await trx
    .insertInto("tasks_to_announce")
    .columns(["task_id", "household_id", "changed_at", "run_at"])
    .expression((eb) =>
      eb
        .selectFrom("tasks")
        .select(["id", "household_id", sql.val(now).as("changed_at"), sql.val(now).as("run_at")])
        .where("id", "in", idList(taskIds)),
    )
    // An earlier change says since when reminders are due.
    .onConflict((conflict) => conflict.column("task_id").doNothing())
    .execute();
}

/** A transaction takes on no more tasks after this time. */
const maxMs = 25;
const batchSize = 5;

/** Households take turns, so that no family waits for another's ten thousand tasks. */
export async function announceWaiting(db: Kysely<Database>, now: string): Promise<void> {
  const rows = sql`tasks_to_announce where run_at <= ${now}`;
  const failures: unknown[] = [];
  for (;;) {
    const [householdId] = await goAround(db, {
      name: "tasks to announce",
      rows,
      column: "household_id",
      limit: 1,
    });
    if (householdId === undefined) break;
    await announceSome(db, householdId, now, failures);
    await giveWay();
  }
  if (failures.length > 0) throw new AggregateError(failures, "Some tasks could not be announced");
}

async function announceSome(
  db: Kysely<Database>,
  householdId: string,
  now: string,
  failures: unknown[],
): Promise<void> {
  const startedAt = performance.now();
  const together = db.transaction().execute(async (trx) => {
    do {
      const waiting = await listWaiting(trx, householdId, now);
      await announce(trx, waiting);
      if (waiting.length < batchSize) return bumpRevision(trx, householdId);
    } while (performance.now() - startedAt < maxMs);
  });
  await together.catch(async (problem: unknown) => {
    if (isUnwritable(problem)) throw problem;
    for (const one of await listWaiting(db, householdId, now))
      await db
        .transaction()
        .execute((trx) => announce(trx, [one]))
        .catch(async (error: unknown) => {
          failures.push(error);
          const run_at = laterBy(now, { minutes: 5 });
          await db.updateTable("tasks_to_announce").set({ run_at }).where("task_id", "=", one.task_id).execute();
        });
  });
}

interface Waiting {
  task_id: string;
  changed_at: string;
}

async function listWaiting(db: Kysely<Database>, householdId: string, now: string): Promise<Waiting[]> {
  return db
    .selectFrom("tasks_to_announce")
    .select(["task_id", "changed_at"])
    .where("household_id", "=", householdId)
    .where("run_at", "<=", now)
    .orderBy("run_at")
    .limit(batchSize)
    .execute();
}

async function announce(trx: Transaction<Database>, waiting: Waiting[]): Promise<void> {
  const [changedAt] = waiting.map(({ changed_at }) => changed_at).toSorted();
  if (changedAt === undefined) return;
  const taskIds = waiting.map(({ task_id }) => task_id);
  await trx.deleteFrom("tasks_to_announce").where("task_id", "in", idList(taskIds)).execute();
  await tasksChanged.announce(trx, { taskIds }, changedAt);
}

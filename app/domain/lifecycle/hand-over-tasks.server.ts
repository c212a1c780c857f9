import type { Kysely, Transaction } from "kysely";
import { giveWay } from "#db/sql/batches.ts";
import {
  addDeparture,
  type Departure,
  listDepartures,
  removeDeparture,
} from "#app/domain/people/household/departures.server.ts";
import { bumpRevision } from "#app/domain/people/revision.server.ts";
import { listRemindedTasks } from "#app/domain/reminders/lists/pending-reminders.server.ts";
import {
  announceLater,
  announceTaskChanges,
} from "#app/domain/tasks/changing/announce-later.server.ts";
import {
  forgetRecentRequests,
  listOpenOf,
  transferTasksToOwner,
} from "#app/domain/tasks/changing/transfer-tasks.server.ts";
import type { Database } from "#db/schema.ts";

/** A transaction costs milliseconds for these, and nobody else is served meanwhile. */
const handedOverAtOnce = 20;
const batchSize = 200;

/**
 * Hands the tasks that the leaver added, and their reminders, to the household's owner. Handles the first ones at once;
 * the worker does so with the others within seconds. Until then pages name the leaver as who added them.
 */
export async function leaveTasks(trx: Transaction<Database>, departure: Departure): Promise<void> {
  await addDeparture(trx, departure);
  await forgetRecentRequests(trx, departure.userId, departure.leftAt);
  const soonest = await listRemindedTasks(trx, departure.userId, { atMost: handedOverAtOnce });
  const transferred = await transferTasksToOwner(trx, departure, handedOverAtOnce);
  const changed = [...new Set([...soonest.taskIds, ...transferred])];
  const open = await listOpenOf(trx, departure.householdId, changed);
  await announceTaskChanges(trx, open, departure.leftAt);
}

/** The owner has what the worker has not handed over yet, before the household moves. */
export async function takeOverTasks(
  trx: Transaction<Database>,
  householdId: string,
): Promise<void> {
  const departures = await listDepartures(trx);
  for (const departure of departures.filter((one) => one.householdId === householdId))
    await transferTasksToOwner(trx, departure, Number.MAX_SAFE_INTEGER);
}

/**
 * Hands over the tasks that `leaveTasks` left. Each step can be repeated, so it starts over after a
 * crash.
 */
export async function handOverTasks(db: Kysely<Database>): Promise<void> {
  for (const departure of await listDepartures(db)) await handOver(db, departure);
}

export async function handOver(db: Kysely<Database>, departure: Departure): Promise<void> {
  await announceReminded(db, departure);
  let transferred: string[];
  do {
    transferred = await db.transaction().execute(async (trx) => {
      const ids = await transferTasksToOwner(trx, departure, batchSize);
      await announceOpen(trx, departure, ids);
      return ids;
    });
    await giveWay();
  } while (transferred.length > 0);
  await db.transaction().execute(async (trx) => {
    await removeDeparture(trx, departure);
    await bumpRevision(trx, departure.householdId);
  });
}

/** Tasks of others may remind the leaver, too. */
async function announceReminded(db: Kysely<Database>, departure: Departure): Promise<void> {
  let after: string | undefined;
  do {
    after = await db.transaction().execute(async (trx) => {
      const page = { atMost: batchSize, after };
      const { taskIds, last } = await listRemindedTasks(trx, departure.userId, page);
      await announceOpen(trx, departure, taskIds);
      return last;
    });
    await giveWay();
  } while (after !== undefined);
}

async function announceOpen(
  trx: Transaction<Database>,
  { householdId, leftAt }: Departure,
  taskIds: string[],
): Promise<void> {
  await announceLater(trx, await listOpenOf(trx, householdId, taskIds), leftAt);
}

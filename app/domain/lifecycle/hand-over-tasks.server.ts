import type { Kysely, Transaction } from "kysely";
import { yieldToOthers } from "#db/sql/batches.ts";
import {
  addDeparture,
  type Departure,
  listDepartures,
  removeDeparture,
} from "#app/domain/people/household/departures.server.ts";
import { findPeopleOfAccounts } from "#app/domain/people/people.server.ts";
import { bumpRevision } from "#app/domain/people/revision.server.ts";
import { listRemindedTasks } from "#app/domain/reminders/lists/pending-reminders.server.ts";
import {
  announceLater,
  announceTaskChanges,
  announceTasksOf,
} from "#app/domain/tasks/changing/announce-later.server.ts";
import {
  forgetRecentRequests,
  listOpenOf,
  transferTasksToOwner,
} from "#app/domain/tasks/changing/transfer-tasks.server.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import type { Database } from "#db/schema.ts";

/** So many take a few milliseconds, in which no other request runs. */
const handedOverAtOnce = 20;
const batchSize = 200;

/**
 * Hands the tasks that the leaving user added, and their reminders, to the household's owner: a few
 * at once, and the others by the worker within seconds. Until then, pages name the leaving user as
 * their creator. The person who added a task that the leaving user did is reminded of it again.
 */
export async function leaveTasks(
  trx: Transaction<Database>,
  { userId, householdId }: Viewer,
  leftAt: string,
): Promise<void> {
  const departure = { userId, householdId, leftAt };
  await addDeparture(trx, departure);
  await forgetRecentRequests(trx, departure.userId, departure.leftAt);
  const people = await findPeopleOfAccounts(trx, householdId, [userId]);
  const personId = people.get(userId)?.id;
  if (personId !== undefined) await announceTasksOf(trx, { personId }, leftAt);
  const soonest = await listRemindedTasks(trx, departure.userId, { atMost: handedOverAtOnce });
  const transferred = await transferTasksToOwner(trx, departure, handedOverAtOnce);
  const changed = [...new Set([...soonest.taskIds, ...transferred])];
  const open = await listOpenOf(trx, departure.householdId, changed);
  await announceTaskChanges(trx, open, departure.leftAt);
}

/** Gives the owner what the worker has not handed over yet, before the household moves. */
export async function takeOverTasks(
  trx: Transaction<Database>,
  householdId: string,
): Promise<void> {
  const departures = await listDepartures(trx);
  for (const departure of departures.filter((one) => one.householdId === householdId))
    await transferTasksToOwner(trx, departure, Number.MAX_SAFE_INTEGER);
}

/**
 * Hands over the tasks that `leaveTasks` left. Each step can be repeated, so it continues after a
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
    await yieldToOthers();
  } while (transferred.length > 0);
  await db.transaction().execute(async (trx) => {
    await removeDeparture(trx, departure);
    await bumpRevision(trx, departure.householdId);
  });
}

/** Other people's tasks may also remind the leaving user. */
async function announceReminded(db: Kysely<Database>, departure: Departure): Promise<void> {
  let after: string | undefined;
  do {
    after = await db.transaction().execute(async (trx) => {
      const page = { atMost: batchSize, after };
      const { taskIds, last } = await listRemindedTasks(trx, departure.userId, page);
      await announceOpen(trx, departure, taskIds);
      return last;
    });
    await yieldToOthers();
  } while (after !== undefined);
}

async function announceOpen(
  trx: Transaction<Database>,
  { householdId, leftAt }: Departure,
  taskIds: string[],
): Promise<void> {
  await announceLater(trx, await listOpenOf(trx, householdId, taskIds), leftAt);
}

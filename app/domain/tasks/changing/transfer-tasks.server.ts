import type { Kysely, Transaction } from "kysely";
import { idList } from "#db/sql/values.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import { announceHousehold } from "./announce-later.server.ts";
import type { Departure } from "#app/domain/people/household/departures.server.ts";
import { findOwners } from "#app/domain/people/household/membership.server.ts";
import type { Database } from "#db/schema.ts";

/**
 * Gives a batch of the tasks that a former member added to the household's owner. Returns their
 * ids.
 */
export async function transferTasksToOwner(
  trx: Transaction<Database>,
  { userId, householdId, leftAt }: Departure,
  atMost: number,
): Promise<string[]> {
  const ownerId = (await findOwners(trx, [householdId])).get(householdId);
  if (!ownerId || ownerId === userId) return [];
  const some = trx
    .selectFrom("tasks")
    .select("id")
    .where("user_id", "=", userId)
    .where("household_id", "=", householdId)
    .where("created_at", "<=", leftAt)
    .limit(atMost);
  const rows = await trx
    .updateTable("tasks")
    // The owner may have used the same id.
    .set({ user_id: ownerId, request_id: null })
    .where("id", "in", some)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

const hoursToSubmitAgain = 24;

/** If the user submits a form again, its tasks belong to their new household. */
export async function forgetRecentRequests(
  trx: Transaction<Database>,
  userId: string,
  now: string,
): Promise<void> {
  await trx
    .updateTable("tasks")
    .set({ request_id: null })
    .where("user_id", "=", userId)
    .where("request_id", "is not", null)
    .where("created_at", ">", earlierBy(now, { hours: hoursToSubmitAgain }))
    .execute();
}

/** Returns the households that have tasks which this user added. */
export async function listHouseholdsOfCreator(
  db: Kysely<Database>,
  userId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom("tasks")
    .select("household_id")
    .distinct()
    .where("user_id", "=", userId)
    .execute();
  return rows.map(({ household_id }) => household_id);
}

/** Earlier changes may still have to be announced in the old household. */
export async function moveTasks(
  trx: Transaction<Database>,
  from: string,
  to: string,
  now: string,
): Promise<void> {
  await trx
    .updateTable("tasks")
    .set({ household_id: to })
    .where("household_id", "=", from)
    .execute();
  await trx
    .updateTable("tasks_to_announce")
    .set({ household_id: to })
    .where("household_id", "=", from)
    .execute();
  const waiting = trx
    .selectFrom("households_to_announce")
    .select("household_id")
    .where("household_id", "=", from);
  if (await waiting.executeTakeFirst()) await announceHousehold(trx, to, now);
}

/** Omits tasks of other households and closed ones. */
export async function listOpenOf(
  db: Kysely<Database>,
  householdId: string,
  taskIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom("tasks")
    .select("id")
    .where("id", "in", idList(taskIds))
    .where("household_id", "=", householdId)
    .where("is_completed", "=", 0)
    .where("deleted_at", "is", null)
    .execute();
  return rows.map(({ id }) => id);
}

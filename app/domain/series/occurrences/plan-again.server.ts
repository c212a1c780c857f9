import type { Transaction } from "kysely";
import { idList } from "#db/sql/values.ts";
import { getMembership } from "#app/domain/people/household/membership.server.ts";
import { findHouseholdIdsOfTasks } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";

/**
 * Makes the worker plan the dates ahead again, within a second. Used for changes that concern more
 * than an open occurrence: turns, days away, preferences, clock rules.
 */
export async function planAgain(
  trx: Transaction<Database>,
  householdIds: readonly string[],
  now: string,
): Promise<void> {
  await trx
    .updateTable("series")
    .set({ plans_at: now })
    .where("household_id", "in", idList(householdIds))
    .where("ended_at", "is", null)
    // Keeps an earlier instant, from which reminders are due.
    .where(({ eb, or }) => or([eb("plans_at", "is", null), eb("plans_at", ">", now)]))
    .execute();
}

export async function planAgainForUser(
  trx: Transaction<Database>,
  { userId }: { userId: string },
  now: string,
): Promise<void> {
  const { householdId } = await getMembership(trx, userId);
  await planAgain(trx, [householdId], now);
}

export async function planAgainForTasks(
  trx: Transaction<Database>,
  { taskIds }: { taskIds: string[] },
  now: string,
): Promise<void> {
  await planAgain(trx, await findHouseholdIdsOfTasks(trx, taskIds), now);
}

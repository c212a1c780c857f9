import type { Transaction } from "kysely";
import { getMembership } from "#app/domain/people/household/membership.server.ts";
import { announceHousehold } from "#app/domain/tasks/changing/announce-later.server.ts";
import { isTaskToCome } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";

/** Counts a user's entries to come as unsent: what was sent of them may have gone to another place, or nowhere. */
export async function forgetSentContent(
  trx: Transaction<Database>,
  userId: string,
  now: string,
): Promise<void> {
  await trx
    .updateTable("calendar_entries")
    .set({ content: "" })
    .where("user_id", "=", userId)
    .where((eb) =>
      eb.or([eb("series_id", "is not", null), isTaskToCome(eb, "calendar_entries.task_id", now)]),
    )
    .execute();
}

/** Adds the tasks to come that have no entry yet: the worker does so within seconds. */
export async function addMissingEntries(
  trx: Transaction<Database>,
  { userId }: { userId: string },
  now: string,
): Promise<void> {
  const { householdId } = await getMembership(trx, userId);
  await announceHousehold(trx, householdId, now);
}

import type { Kysely, Transaction } from "kysely";
import { findPeopleByIds } from "#app/domain/people/family/family-members.server.ts";
import { announceTaskChanges } from "#app/domain/tasks/changing/announce-later.server.ts";
import { isTaskOpen } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";

/**
 * Restores the reminders that a person had set for themselves before they left, including those
 * for tasks that others have taken over.
 */
export async function resumeOwnReminders(
  trx: Transaction<Database>,
  { personId }: { personId: string },
  now: string,
): Promise<void> {
  const person = (await findPeopleByIds(trx, [personId])).get(personId);
  if (!person?.user_id) return;
  const { user_id: userId, household_id: householdId } = person;
  const reminded = await ownRemindersQuery(trx, { userId, householdId }).execute();
  await announceTaskChanges(
    trx,
    reminded.map(({ task_id }) => task_id),
    now,
  );
}

export function ownRemindersQuery(
  db: Kysely<Database>,
  { userId, householdId }: { userId: string; householdId: string },
) {
  return db
    .selectFrom("reminders")
    .select("task_id")
    .distinct()
    .where("user_id", "=", userId)
    .where("origin", "=", "custom")
    .where((eb) => isTaskOpen(eb, "reminders.task_id", householdId));
}

import type { Transaction } from "kysely";
import type { HouseholdPerson } from "#app/domain/people/people.server.ts";
import { assignOccurrences } from "#app/domain/tasks/changing/occurrence.server.ts";
import type { Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import type { Occurrence } from "../occurrences/series.server.ts";
import { updateOccurrence } from "../occurrences/update-occurrence.server.ts";

/**
 * Records whose turn it is. A task that someone agreed to do stays theirs until that ends. The
 * caller announces the change.
 */
export async function assignTurn(
  trx: Transaction<Database>,
  { occurrence, task }: { occurrence: Occurrence; task: Task },
  person: HouseholdPerson | null,
): Promise<void> {
  await updateOccurrence(trx, occurrence, { turn_person_id: person?.id ?? null });
  if (task.delegation_status !== "accepted") await assignOccurrences(trx, [task.id], person);
}

import type { Transaction } from "kysely";
import { type HouseholdPerson, listHouseholdPeople } from "#app/domain/people/people.server.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import { findTasks, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { findOccurrences, type Occurrence, type Series } from "../occurrences/series.server.ts";
import { findTurns, nextTurn } from "../turns/turns.server.ts";
import { assignOccurrences } from "#app/domain/tasks/changing/occurrence.server.ts";
import { updateOccurrence } from "../occurrences/update-occurrence.server.ts";

/** Someone who has the turn and still takes part keeps it. */
export async function assignOpen(
  trx: Transaction<Database>,
  series: Series,
  taskId: string,
  now: string,
): Promise<void> {
  const [found] = await findOccurrences(trx, [taskId]);
  const task = (await findTasks(trx, [taskId])).get(taskId);
  if (!found || !task) return;
  const { occurrence } = found;
  const people = await listHouseholdPeople(trx, series.household_id);
  const turns = await findTurns(trx, series.id, people);
  const current = people.find(({ id }) => id === occurrence.turn_person_id);
  if (current && turns?.people.includes(current)) return;
  const on = task.due_local?.slice(0, 10) ?? occurrence.occurs_on;
  const person = turns && (await nextTurn(trx, series, { number: occurrence.number, on }));
  // Without turns, someone who was assigned by hand stays.
  if (!turns && !current) return;
  await assignTurn(trx, { occurrence, task }, person ?? null);
  await announceTaskChange(trx, [taskId], now);
}

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

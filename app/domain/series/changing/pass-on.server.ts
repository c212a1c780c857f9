import type { Transaction } from "kysely";
import { listHouseholdPeople } from "#app/domain/people/people.server.ts";
import { findTasks, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { findOccurrences, type Occurrence, type Series } from "../occurrences/series.server.ts";
import { isAwayOn, nextTurn } from "../turns/turns.server.ts";
import { isAssignedByHand, keptTurn } from "../turns/kept-turn.server.ts";
import { assignTurn } from "../occurrences/give-to-turn.server.ts";

interface Open {
  series: Series;
  occurrence: Occurrence;
  task: Task;
}

/**
 * Chooses the turn for another date, even while somebody else said yes. Keeps a person assigned by
 * hand. The caller announces the change.
 */
export async function passOn(
  trx: Transaction<Database>,
  { series, occurrence, task }: Open,
  on: string,
): Promise<void> {
  if (isAssignedByHand(occurrence, task)) return;
  const person = await nextTurn(trx, series, { number: occurrence.number, on });
  if (person === undefined || (person?.id ?? null) === keptTurn(occurrence, task)) return;
  await assignTurn(trx, { occurrence, task }, person);
}

/** Keeps the turn of a task that was moved by hand, unless that person is away on the new date. */
export async function passOnIfAway(
  trx: Transaction<Database>,
  { taskId }: { taskId: string },
): Promise<void> {
  const [found] = await findOccurrences(trx, [taskId]);
  const task = (await findTasks(trx, [taskId])).get(taskId);
  if (found?.occurrence.state !== "open" || !task?.due_local) return;
  const turn = keptTurn(found.occurrence, task);
  const on = task.due_local.slice(0, 10);
  const people = await listHouseholdPeople(trx, task.household_id);
  const person = people.find(({ id }) => id === turn);
  const isAway = await isAwayOn(trx, task.household_id, on);
  if (person && isAway(person)) await passOn(trx, { ...found, task }, on);
}

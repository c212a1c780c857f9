import type { Transaction } from "kysely";
import { listHouseholdPeople } from "#app/domain/people/people.server.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { assignTurn } from "../occurrences/give-to-turn.server.ts";
import { findOccurrences, type Series } from "../occurrences/series.server.ts";
import { findTurns, nextTurn } from "../turns/turns.server.ts";

/** Keeps the person who has the turn, if they still take part. */
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
  // Without turns, a person who was assigned by hand keeps the task.
  if (!turns && !current) return;
  await assignTurn(trx, { occurrence, task }, person ?? null);
  await announceTaskChange(trx, [taskId], now);
}

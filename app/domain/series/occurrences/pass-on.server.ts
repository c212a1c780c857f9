import type { Transaction } from "kysely";
import { listHouseholdPeople } from "#app/domain/people/people.server.ts";
import { findTasks, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { findOccurrences, type Occurrence, type Series } from "./series.server.ts";
import { isAwayOn, nextTurn } from "../turns/turns.server.ts";
import { isAssignedByHand, keptTurn } from "../turns/kept-turn.server.ts";
import { assignTurn } from "./give-to-turn.server.ts";

interface Open {
  series: Series;
  occurrence: Occurrence;
  task: Task;
}

/**
 * Chooses the turn for another date, even while somebody else said yes. Keeps a person assigned by
 * hand. Returns true if it did; the caller announces the change.
 */
export async function passOn(
  trx: Transaction<Database>,
  { series, occurrence, task }: Open,
  on: string,
): Promise<boolean> {
  if (isAssignedByHand(occurrence, task)) return false;
  const person = await nextTurn(trx, series, { number: occurrence.number, on });
  if (person === undefined || (person?.id ?? null) === keptTurn(occurrence, task)) return false;
  await assignTurn(trx, { occurrence, task }, person);
  return true;
}

/**
 * Keeps the turn of a task that was moved by hand, unless that person is away on the new date. The
 * same change may bring the task back. After an Undo, the person who was away on the other day has
 * the turn again.
 */
export async function passOnIfAway(
  trx: Transaction<Database>,
  { taskId, undoneDay }: { taskId: string; undoneDay: string | null },
): Promise<void> {
  const [found] = await findOccurrences(trx, [taskId]);
  const task = (await findTasks(trx, [taskId])).get(taskId);
  if (!found || !task || found.occurrence.state === "ahead") return;
  const isBack = task.is_completed === 0 && task.deleted_at === null;
  if (found.occurrence.state !== "open" && !isBack) return;
  const isPassed = await passOnIfAwaySince(trx, { ...found, task });
  if (undoneDay && !isPassed) await giveBack(trx, { ...found, task }, undoneDay);
}

/** Gives the turn to the person who has it on the task's day, if only that other day took it. */
async function giveBack(
  trx: Transaction<Database>,
  { series, occurrence, task }: Open,
  otherDay: string,
): Promise<void> {
  const on = task.due_local?.slice(0, 10);
  if (!on || isAssignedByHand(occurrence, task)) return;
  const { number, turn_person_id: present } = occurrence;
  const passedTo = await nextTurn(trx, series, { number, on: otherDay });
  const before = await nextTurn(trx, series, { number, on });
  const wasAway = await isAwayOn(trx, task.household_id, otherDay);
  if (before && before.id !== present && wasAway(before) && (passedTo?.id ?? null) === present)
    await assignTurn(trx, { occurrence, task }, before);
}

/**
 * Returns true if somebody else has the turn then; the caller announces the change.
 * @param saidSince counts only days away that were added after this instant
 */
export async function passOnIfAwaySince(
  trx: Transaction<Database>,
  { series, occurrence, task }: Open,
  saidSince?: string,
): Promise<boolean> {
  const on = task.due_local?.slice(0, 10);
  if (!on) return false;
  const turn = keptTurn(occurrence, task);
  const people = await listHouseholdPeople(trx, task.household_id);
  const person = people.find(({ id }) => id === turn);
  const isAway = await isAwayOn(trx, task.household_id, on, saidSince);
  return person !== undefined && isAway(person) && passOn(trx, { series, occurrence, task }, on);
}

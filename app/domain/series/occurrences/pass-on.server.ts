import type { Transaction } from "kysely";
import { type HouseholdPerson, listHouseholdPeople } from "#app/domain/people/people.server.ts";
import { listTaskEvents } from "#app/domain/tasks/changing/history.server.ts";
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
  const isGivenBack = undoneDay && (await giveBack(trx, { ...found, task }, undoneDay));
  if (!isGivenBack) await passOnIfAwaySince(trx, { ...found, task });
}

/**
 * Gives the turn back to the person who has it on the task's day, if they lost it only because of
 * the other day. Returns true if it did.
 */
async function giveBack(
  trx: Transaction<Database>,
  { series, occurrence, task }: Open,
  otherDay: string,
): Promise<boolean> {
  const on = task.due_local?.slice(0, 10);
  if (!on || isAssignedByHand(occurrence, task)) return false;
  const { number, turn_person_id: present } = occurrence;
  const passedTo = await nextTurn(trx, series, { number, on: otherDay });
  if ((passedTo?.id ?? null) !== present) return false;
  const wasAway = await isAwayOn(trx, task.household_id, otherDay);
  const chosen = await findChosen(trx, task, on);
  const before = chosen && wasAway(chosen) ? chosen : await nextTurn(trx, series, { number, on });
  if (!before || before.id === present || !wasAway(before)) return false;
  await assignTurn(trx, { occurrence, task }, before);
  return true;
}

/** Finds the person who took the turn by hand, unless they have said since that they are away. */
async function findChosen(
  trx: Transaction<Database>,
  { id, household_id }: Task,
  on: string,
): Promise<HouseholdPerson | undefined> {
  const events = await listTaskEvents(trx, id);
  const given = events.find(({ edited }) => edited.includes("assignee"));
  if (!given) return undefined;
  const people = await listHouseholdPeople(trx, household_id);
  const person = people.find((one) => one.id === given.givenToId);
  const isAway = await isAwayOn(trx, household_id, on, given.acted_at);
  return person && !isAway(person) ? person : undefined;
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

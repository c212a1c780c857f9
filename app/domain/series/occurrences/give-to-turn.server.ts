import type { Transaction } from "kysely";
import { type HouseholdPerson, listHouseholdPeople } from "#app/domain/people/people.server.ts";
import { assignOccurrences } from "#app/domain/tasks/changing/occurrence.server.ts";
import type { Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import type { Open } from "./dates-ahead.server.ts";
import { findOccurrences, type Occurrence } from "./series.server.ts";
import { updateOccurrence } from "./update-occurrence.server.ts";
import { isAwayOn, nextTurn } from "../turns/turns.server.ts";

/**
 * Called when a person who had said yes can't do it any more. Returns the person assigned then; the
 * caller announces the change.
 */
export async function giveToTurn(trx: Transaction<Database>, task: Task): Promise<string | null> {
  const [found] = await findOccurrences(trx, [task.id]);
  const person =
    found?.occurrence.state === "open" ? await findTurn(trx, { ...found, task }) : null;
  if (found && person) await updateOccurrence(trx, found.occurrence, { turn_person_id: person.id });
  await assignOccurrences(trx, [task.id], person);
  return person?.id ?? null;
}

/** True if a person has the turn, or had it when another said yes. */
export async function isInTurns(trx: Transaction<Database>, task: Task): Promise<boolean> {
  const [found] = await findOccurrences(trx, [task.id]);
  if (found?.occurrence.state !== "open") return false;
  return task.has_turn === 1 || found.occurrence.turn_person_id !== null;
}

/** The person whose turn it was may have left, or be away by now. */
export async function findTurn(
  trx: Transaction<Database>,
  { series, occurrence, task }: Open,
): Promise<HouseholdPerson | null> {
  const on = task.due_local?.slice(0, 10) ?? occurrence.occurs_on;
  const people = await listHouseholdPeople(trx, series.household_id);
  const person = people.find(({ id }) => id === occurrence.turn_person_id);
  const isAway = await isAwayOn(trx, series.household_id, on);
  if (person && !isAway(person)) return person;
  return (await nextTurn(trx, series, { number: occurrence.number, on })) ?? null;
}

/**
 * Records whose turn it is. A person who agreed to do the task keeps it until that ends. The caller
 * announces the change.
 */
export async function assignTurn(
  trx: Transaction<Database>,
  { occurrence, task }: { occurrence: Occurrence; task: Task },
  person: HouseholdPerson | null,
): Promise<void> {
  await updateOccurrence(trx, occurrence, { turn_person_id: person?.id ?? null });
  if (task.delegation_status !== "accepted") await assignOccurrences(trx, [task.id], person);
}

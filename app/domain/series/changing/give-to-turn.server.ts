import type { Transaction } from "kysely";
import { type HouseholdPerson, listHouseholdPeople } from "#app/domain/people/people.server.ts";
import { assignOccurrences } from "#app/domain/tasks/changing/occurrence.server.ts";
import type { Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { findOccurrences, type Occurrence, type Series } from "../occurrences/series.server.ts";
import { updateOccurrence } from "../occurrences/update-occurrence.server.ts";
import { isAwayOn, nextTurn } from "../turns/turns.server.ts";

/**
 * Someone who had said yes can't any more. Returns the person assigned then; the caller announces
 * the change.
 */
export async function giveToTurn(trx: Transaction<Database>, task: Task): Promise<string | null> {
  const [found] = await findOccurrences(trx, [task.id]);
  const person =
    found?.occurrence.state === "open" ? await findPerson(trx, { ...found, task }) : null;
  if (found && person) await updateOccurrence(trx, found.occurrence, { turn_person_id: person.id });
  await assignOccurrences(trx, [task.id], person);
  return person?.id ?? null;
}

/** Someone has the turn, or had it when another said yes. */
export async function isInTurns(trx: Transaction<Database>, task: Task): Promise<boolean> {
  const [found] = await findOccurrences(trx, [task.id]);
  if (found?.occurrence.state !== "open") return false;
  return task.has_turn === 1 || found.occurrence.turn_person_id !== null;
}

/** Whoever has the turn may have left, or be away by now. */
async function findPerson(
  trx: Transaction<Database>,
  { series, occurrence, task }: { series: Series; occurrence: Occurrence; task: Task },
): Promise<HouseholdPerson | null> {
  const on = task.due_local?.slice(0, 10) ?? occurrence.occurs_on;
  const people = await listHouseholdPeople(trx, series.household_id);
  const person = people.find(({ id }) => id === occurrence.turn_person_id);
  const isAway = await isAwayOn(trx, series.household_id, on);
  if (person && !isAway(person)) return person;
  return (await nextTurn(trx, series, { number: occurrence.number, on })) ?? null;
}

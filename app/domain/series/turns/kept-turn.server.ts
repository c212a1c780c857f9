import type { Transaction } from "kysely";
import { listHouseholdPeople } from "#app/domain/people/people.server.ts";
import type { Database } from "#db/schema.ts";
import type { Task } from "#app/domain/tasks/find-tasks.server.ts";

interface Given {
  turn_person_id: string | null;
}

/** Returns the person who has the turn, unless someone else was assigned by hand. */
export function keptTurn(
  { turn_person_id }: Given,
  { assignee_id, delegation_status, has_turn }: Task,
): string | null {
  const isBeneathYes = delegation_status === "accepted" || has_turn === 1;
  const isKept = isBeneathYes || assignee_id === turn_person_id;
  return isKept ? turn_person_id : null;
}

/** True if the task was assigned to a person who does not have the turn. */
export function isAssignedByHand(occurrence: Given, task: Task): boolean {
  return keptTurn(occurrence, task) === null && task.assignee !== null;
}

/**
 * Returns the person who did it. If someone without an account had the turn, they did it, even if
 * somebody else completed it.
 */
export async function findDoer(
  trx: Transaction<Database>,
  task: Task,
  turnPersonId: string | null,
): Promise<string | null> {
  const { delegation_status, delegated_to, marked_by, marked_person } = task;
  if (marked_person) return marked_person;
  if (delegation_status === "accepted" && !marked_by) return delegated_to;
  const people = await listHouseholdPeople(trx, task.household_id);
  const turn = people.find(({ id }) => id === turnPersonId);
  if (turn && !turn.userId && delegation_status !== "accepted") return turn.id;
  return people.find(({ userId }) => userId !== null && userId === marked_by)?.id ?? null;
}

import type { Selectable, Transaction } from "kysely";
import {
  findHouseholdPerson,
  type HouseholdPerson,
  listHouseholdPeople,
} from "#app/domain/household/members/people.server.ts";
import type { Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";

type Occurrence = Selectable<Database["series_occurrences"]>;
type TurnColumns = Pick<Occurrence, "turn_user" | "turn_member">;
type GivenTurn = TurnColumns & Pick<Occurrence, "task_version">;

/** The turn, unless someone else was assigned by hand. */
export async function findKeptTurn(
  trx: Transaction<Database>,
  {
    series,
    occurrence,
    task,
  }: { series: { household_id: string }; occurrence: GivenTurn; task: Task },
): Promise<TurnColumns> {
  return keptTurn({ occurrence, task }, await listHouseholdPeople(trx, series.household_id));
}

/** @param people of the household */
export function keptTurn(
  { occurrence, task }: { occurrence: GivenTurn; task: Task },
  people: readonly HouseholdPerson[],
): TurnColumns {
  const { turn_user, turn_member } = occurrence;
  const isNobodys = turn_user === null && turn_member === null;
  const isUntouched = task.version === occurrence.task_version;
  if (isNobodys || isUntouched || task.delegation_status === "accepted")
    return { turn_user, turn_member };
  const person = findHouseholdPerson(people, { user_id: turn_user, member_id: turn_member });
  return person?.name === task.assignee
    ? { turn_user, turn_member }
    : { turn_user: null, turn_member: null };
}

/** The turn of someone without an account counts as theirs, although another ticks it off. */
export function doneBy(
  task: Task,
  { turn_member }: TurnColumns,
): Pick<Occurrence, "done_by" | "done_by_member"> {
  if (task.delegation_status === "accepted" && !task.marked_by) {
    return { done_by: null, done_by_member: task.delegated_to };
  }
  const isTurn = turn_member !== null && task.delegation_status !== "accepted";
  return isTurn
    ? { done_by: null, done_by_member: turn_member }
    : { done_by: task.marked_by, done_by_member: null };
}

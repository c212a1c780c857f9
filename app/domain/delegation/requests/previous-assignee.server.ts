import type { Selectable, Transaction } from "kysely";
import { type Assignee, listHouseholdPeople } from "#app/domain/people/people.server.ts";
import { assignFollowing } from "#app/domain/series/start-series.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";

export type PreviousAssignee = Pick<
  Selectable<Database["delegations"]>,
  "assignee_before_id" | "assignee_before_name"
>;

export const unassigned: Assignee = { assignee_id: null, assignee_name: null };

/** Returns who had the task before the yes, if they are still in the household. */
export async function findPreviousAssignee(
  trx: Transaction<Database>,
  { household_id }: { household_id: string },
  { assignee_before_id, assignee_before_name }: PreviousAssignee,
): Promise<Assignee> {
  const people = await listHouseholdPeople(trx, household_id);
  const isThere = people.some(({ id }) => id === assignee_before_id);
  return { assignee_id: isThere ? assignee_before_id : null, assignee_name: assignee_before_name };
}

/**
 * A yes was for one date: if the task starts to repeat, the dates that follow return to the
 * previous assignee.
 */
export async function keepYesToOne(
  trx: Transaction<Database>,
  { taskId }: { taskId: string },
): Promise<void> {
  const accepted = await trx
    .selectFrom("delegations")
    .select(["assignee_before_id", "assignee_before_name"])
    .where("task_id", "=", taskId)
    .where("state", "=", "accepted")
    .executeTakeFirst();
  const task = accepted && (await findTasks(trx, [taskId])).get(taskId);
  if (task) await assignFollowing(trx, taskId, await findPreviousAssignee(trx, task, accepted));
}

import type { Kysely } from "kysely";
import { findHouseholdIds } from "#app/domain/people/household/membership.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import { idList } from "#db/sql/values.ts";
import type { Database } from "#db/schema.ts";

/**
 * Omits ended requests and tasks that someone else completed, because nobody waits for their
 * answer.
 */
export async function listAnswers(db: Kysely<Database>, userIds: string[], since: string) {
  const rows = await answersQuery(db, userIds, since).execute();
  const tasks = await findTasks(
    db,
    rows.map(({ task_id }) => task_id),
  );
  const householdIds = await findHouseholdIds(db, userIds);
  return rows.flatMap(({ asked_by, ...row }) => {
    const task = tasks.get(row.task_id);
    if (!task || task.deleted_at || !asked_by || householdIds.get(asked_by) !== task.household_id)
      return [];
    const isRelevant = !task.is_completed || row.done_at !== null;
    return isRelevant ? [{ ...row, asked_by, title: task.title }] : [];
  });
}

export function answersQuery(db: Kysely<Database>, userIds: string[], since: string) {
  return (
    db
      .selectFrom("delegations")
      .select(["task_id", "asked_by", "person_id", "delegate_name", "state", "line"])
      .select(["answered_at", "done_at"])
      .where("asked_by", "in", userIds)
      .where("state", "in", ["accepted", "declined"])
      // Lists a yes to all as one answer.
      .where(({ eb, or }) =>
        or([
          eb("continues_id", "is", null),
          eb("state", "=", "declined"),
          eb("done_at", "is not", null),
        ]),
      )
      .where(({ eb, fn }) => eb(fn.coalesce("done_at", "answered_at"), ">", since))
  );
}

/**
 * Maps task ids to the delegates who said yes and did them. The person is null after they have left
 * the family.
 */
export async function findFinishers(
  db: Kysely<Database>,
  taskIds: readonly string[],
): Promise<Map<string, { name: string; personId: string | null }>> {
  const rows = await db
    .selectFrom("delegations")
    .select(["task_id", "delegate_name as name", "person_id as personId"])
    .where("task_id", "in", idList(taskIds))
    .where("done_at", "is not", null)
    .execute();
  return new Map(rows.map(({ task_id, ...finisher }) => [task_id, finisher]));
}

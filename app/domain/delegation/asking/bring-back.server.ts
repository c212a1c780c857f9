import type { Transaction } from "kysely";
import { findHouseholdIds } from "#app/domain/people/household/membership.server.ts";
import { findMessagesAbout } from "#app/domain/outbox/views/about-subject.server.ts";
import { setDelegate } from "#app/domain/tasks/changing/delegation.server.ts";
import { findTasks, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { findDelegate } from "./delegates.server.ts";
import { sendQuestion } from "./send-question.server.ts";

/**
 * A request that nobody had answered when its task was done or deleted goes on when the task comes
 * back. Who was asked has the message already, and its link works again; a message that did not go
 * out meanwhile is sent now.
 */
export async function bringBackRequest(
  trx: Transaction<Database>,
  { taskId }: { taskId: string },
  now: string,
): Promise<void> {
  const task = (await findTasks(trx, [taskId])).get(taskId);
  const request = task && !task.is_completed && !task.deleted_at && (await findEnded(trx, task));
  if (!request) return;
  const { id, method, personId, userId } = request;
  await trx
    .updateTable("delegations")
    .set({ state: "pending", ended_at: null })
    .where("id", "=", id)
    .execute();
  await setDelegate(trx, taskId, personId);
  const [question] = await findMessagesAbout(trx, "delegation_request", [id]);
  if (question?.reason === "task_done" || question?.reason === "task_deleted")
    await sendQuestion(trx, { id, method, userId, isAgain: true }, now);
}

/**
 * The task's last request, if only the end of the task ended it, and both people are still there.
 */
async function findEnded(trx: Transaction<Database>, { id: taskId, household_id }: Task) {
  const request = await trx
    .selectFrom("delegations")
    .select(["id", "state", "answer", "method", "person_id as personId", "asked_by as userId"])
    .where("task_id", "=", taskId)
    .orderBy("asked_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (request?.state !== "task_completed" && request?.state !== "task_deleted") return null;
  const { id, answer, method, personId, userId } = request;
  if (answer || !personId || !userId) return null;
  const householdId = (await findHouseholdIds(trx, [userId])).get(userId);
  if (householdId !== household_id) return null;
  const delegate = await findDelegate(trx, { userId, householdId }, personId);
  return delegate ? { id, method, personId, userId } : null;
}

import type { Transaction } from "kysely";
import { findHouseholdIds } from "#app/domain/people/household/membership.server.ts";
import { findMessagesAbout } from "#app/domain/outbox/views/about-subject.server.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import { findTasks, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import { listTaskEvents } from "#app/domain/tasks/changing/history.server.ts";
import type { Database, TaskMark } from "#db/schema.ts";
import { resumeRequest } from "../ending/resume-request.server.ts";
import { findRequests } from "../requests/find-requests.server.ts";
import { findDelegate } from "./delegates.server.ts";
import { sendQuestion } from "./send-question.server.ts";

/**
 * Reopens an unanswered request when its done or deleted task comes back. If its message was sent,
 * the link works again; otherwise it is sent now. So is one that tells of the next task of a yes to
 * all.
 */
export async function bringBackRequest(
  trx: Transaction<Database>,
  { taskId }: { taskId: string },
  now: string,
): Promise<void> {
  const task = (await findTasks(trx, [taskId])).get(taskId);
  const request =
    task && !task.is_completed && !task.deleted_at && (await findReturning(trx, task));
  if (!request) return;
  const { id, method, personId, userId, isContinued } = request;
  if (!isContinued) await resumeRequest(trx, { id, taskId, personId, answer: null });
  const [question] = await findMessagesAbout(trx, "delegation_request", [id]);
  if (question?.reason === "task_done" || question?.reason === "task_deleted")
    await sendQuestion(trx, { id, method, userId, isAgain: true, isContinued }, now);
}

/**
 * Reopens the task's unanswered request that ended because somebody was chosen by hand, when that
 * is undone.
 */
export async function resumeUnanswered(
  trx: Transaction<Database>,
  { id, taskId }: { id: string; taskId: string },
  now: string,
): Promise<void> {
  const request = (await findRequests(trx, [id])).get(id)?.request;
  if (request?.task_id !== taskId || request.state !== "superseded") return;
  if (request.answer || !request.person_id) return;
  const { person_id: personId, asked_by: userId, method } = request;
  await resumeRequest(trx, { id, taskId, personId, answer: null });
  const [question] = await findMessagesAbout(trx, "delegation_request", [id]);
  if (userId && question?.reason === "superseded")
    await sendQuestion(trx, { id, method, userId, isAgain: true }, now);
  await announceTaskChange(trx, [taskId], now);
}

const marks = new Map<string, TaskMark>([
  ["task_completed", "completed"],
  ["task_deleted", "deleted"],
]);

/** A request that did not come back the first time does not do so the second time. */
async function hasAgain(
  trx: Transaction<Database>,
  { taskId, mark }: { taskId: string; mark: TaskMark },
  since: string | null,
): Promise<boolean> {
  const events = await listTaskEvents(trx, taskId);
  return since !== null && events.some((one) => one.mark === mark && one.acted_at > since);
}

/**
 * Finds the last request of the task, if it ended only because the task did or if it continues a
 * yes, and both people are still there.
 */
async function findReturning(trx: Transaction<Database>, { id: taskId, household_id }: Task) {
  const request = await trx
    .selectFrom("delegations")
    .select(["id", "state", "answer", "method", "person_id as personId", "asked_by as userId"])
    .select(["continues_id", "ended_at"])
    .where("task_id", "=", taskId)
    .orderBy("asked_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!request) return null;
  const { id, state, answer, method, personId, userId } = request;
  const isContinued = state === "accepted" && request.continues_id !== null;
  const mark = marks.get(state);
  const isEnded = mark && !answer && !(await hasAgain(trx, { taskId, mark }, request.ended_at));
  if ((!isContinued && !isEnded) || !personId || !userId) return null;
  const householdId = (await findHouseholdIds(trx, [userId])).get(userId);
  if (householdId !== household_id) return null;
  const delegate = await findDelegate(trx, { userId, householdId }, personId);
  return delegate ? { id, method, personId, userId, isContinued } : null;
}

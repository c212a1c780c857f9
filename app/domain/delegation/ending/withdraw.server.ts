import type { Kysely, Transaction } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { findMessagesAbout } from "#app/domain/outbox/views/about-subject.server.ts";
import {
  endYesToAll,
  endYesToAllOf,
  findYesToAll,
} from "#app/domain/series/changing/yes-to-all.server.ts";
import { findTaskIdsDelegatedTo } from "#app/domain/tasks/changing/delegation.server.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import { findTask, findTasks, isGone, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database, DeliveryState } from "#db/schema.ts";
import { idList } from "#db/sql/values.ts";
import {
  findOpenRequest,
  type OpenRequest,
  openStates,
  shownState,
} from "../requests/open-requests.server.ts";
import { closeDeclined, endRequests } from "./end-requests.server.ts";
import { notifyAskers } from "./notify-askers.server.ts";
import { inHousehold } from "#app/domain/people/household/in-household.server.ts";

/**
 * @param shown the state of the request that the asker saw (`shownState`), if that is known
 * @returns "nobody" when the task has no open request, or is already completed and was not the
 * first of a yes to all; the open request if it has another state than was shown
 */
export async function withdrawRequest(
  db: Kysely<Database>,
  { userId: by, householdId }: Viewer,
  taskId: string,
  now: string = nowIso(),
  shown?: string,
): Promise<"withdrawn" | "nobody" | "missing" | OpenRequest> {
  return inHousehold(db, { userId: by, householdId }, async (trx) => {
    const task = await findTask(trx, { householdId }, taskId);
    if (!task) return "missing";
    const request = shown === undefined ? undefined : await findOpenRequest(trx, taskId);
    if (request && shown !== shownState(request.id, request.state)) return request;
    const openTaskId = await endYesOf(trx, task, now);
    const taskIds = task.is_completed ? [] : [taskId];
    if (openTaskId) taskIds.push(openTaskId);
    const endedTaskIds = await endRequests(trx, taskIds, "withdrawn", { by, now });
    if (endedTaskIds.length === 0) return "nobody";
    await announceTaskChange(trx, endedTaskIds, now);
    return "withdrawn";
  });
}

/** Ends the yes to all that a task's request belongs to. Returns the open task that it covers. */
async function endYesOf(
  trx: Transaction<Database>,
  { id, is_completed }: Task,
  now: string,
): Promise<string | null> {
  const yes = (await findYesToAll(trx, [id])).get(id);
  if (!yes?.openTaskId) return null;
  const openTaskId = is_completed ? yes.openTaskId : id;
  const request = await findOpenRequest(trx, openTaskId);
  const isTheirs = request?.is_for_all === 1 && request.person_id === yes.personId;
  if (!isTheirs && !is_completed) return null;
  await endYesToAll(trx, [id], now);
  return isTheirs ? openTaskId : null;
}

/** The links of these requests then show nothing of the tasks. */
export async function withdrawRequestsBy(
  trx: Transaction<Database>,
  userIds: readonly string[],
  now: string,
): Promise<void> {
  await closeDeclined(trx, "asked_by", userIds);
  await forgetAskersOfEnded(trx, userIds);
  const open = await trx
    .selectFrom("delegations")
    .select(["task_id", "is_for_all"])
    .where("asked_by", "in", idList(userIds))
    .where("state", "in", openStates)
    .execute();
  const taskIds = open.map(({ task_id }) => task_id);
  const forAll = open.filter(({ is_for_all }) => is_for_all === 1);
  await endYesToAll(
    trx,
    forAll.map(({ task_id }) => task_id),
    now,
  );
  await announceTaskChange(
    trx,
    await endRequests(trx, taskIds, "withdrawn", { by: null, now }),
    now,
  );
}

/** If the task comes back, requests that another user made in these people's names stay ended. */
async function forgetAskersOfEnded(
  trx: Transaction<Database>,
  userIds: readonly string[],
): Promise<void> {
  await trx
    .updateTable("delegations")
    .set({ asked_by: null })
    .where("asked_by", "in", idList(userIds))
    .where("state", "in", ["task_completed", "task_deleted"])
    .where("answer", "is", null)
    .execute();
}

/** Notifies the askers too. @param by the user who did this; null means the asker */
export async function withdrawRequestsTo(
  trx: Transaction<Database>,
  { personIds, by }: { personIds: string[]; by: string | null },
  now: string,
): Promise<void> {
  if (personIds.length === 0) return;
  await closeDeclined(trx, "person_id", personIds);
  await endYesToAllOf(trx, personIds, now);
  const taskIds = await findTaskIdsDelegatedTo(trx, personIds);
  const accepted = await trx
    .selectFrom("delegations")
    .select(["id", "task_id", "asked_by"])
    .where("task_id", "in", idList(taskIds))
    .where("state", "=", "accepted")
    .where("done_at", "is", null)
    .execute();
  const tasks = await findTasks(
    trx,
    accepted.map(({ task_id }) => task_id),
  );
  const endedTaskIds = await endRequests(trx, taskIds, "withdrawn", { by, now, isLeaving: true });
  const others = accepted.filter(({ asked_by, task_id }) => {
    const task = tasks.get(task_id);
    return asked_by !== by && task?.is_completed === 0 && !isGone(task);
  });
  await notifyAskers(
    trx,
    others.map((request) => ({ ...request, answer: "left" })),
    now,
  );
  await announceTaskChange(trx, endedTaskIds, now);
}

const sentStates = ["sent", "delivered", "merged"] as const satisfies DeliveryState[];

/**
 * Keeps sent requests and links, which can still be answered.
 * @returns task ids, for `announceTaskChange`
 */
export async function withdrawUnsentRequests(
  trx: Transaction<Database>,
  userId: string,
  now: string,
): Promise<string[]> {
  const open = await trx
    .selectFrom("delegations")
    .select(["id", "task_id"])
    .where("asked_by", "=", userId)
    .where("state", "=", "pending")
    .execute();
  const messages = await findMessagesAbout(
    trx,
    "delegation_request",
    open.map(({ id }) => id),
  );
  const unsent = messages.filter(({ state }) => !sentStates.some((sent) => sent === state));
  const unsentIds = new Set(unsent.map(({ subject_id }) => subject_id));
  const taskIds = open.filter(({ id }) => unsentIds.has(id)).map(({ task_id }) => task_id);
  return endRequests(trx, taskIds, "withdrawn", { by: userId, now });
}

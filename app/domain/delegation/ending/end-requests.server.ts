import type { ExpressionBuilder, Selectable, Transaction } from "kysely";
import { findPersonId } from "#app/domain/people/people.server.ts";
import { giveToTurn, isInTurns } from "#app/domain/series/occurrences/give-to-turn.server.ts";
import { findYesToAll } from "#app/domain/series/changing/yes-to-all.server.ts";
import { assignInstead, clearDelegation } from "#app/domain/tasks/changing/delegation.server.ts";
import { findTasks, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database, DelegationState } from "#db/schema.ts";
import { idList } from "#db/sql/values.ts";
import { openStates } from "../requests/open-requests.server.ts";
import {
  type PreviousAssignee,
  unassigned,
  findPreviousAssignee,
} from "../requests/previous-assignee.server.ts";
import { notifyAskers } from "./notify-askers.server.ts";
import { notifyReleased } from "./notify-released.server.ts";

/** Makes a no final once its request is over. */
export async function closeDeclined(
  trx: Transaction<Database>,
  whose: "asked_by" | "person_id",
  ids: readonly string[],
): Promise<void> {
  await trx
    .updateTable("delegations")
    .set({ state: "withdrawn" })
    .where(whose, "in", idList(ids))
    .where("state", "=", "superseded")
    .where("answer", "=", "declined")
    .execute();
}

type EndState = Exclude<DelegationState, (typeof openStates)[number]>;

/**
 * Returns accepted tasks to their previous assignees, and notifies everyone who said yes. A yes to
 * all continues with the next occurrence, unless the caller ends it first.
 * @returns task ids, for the caller's `announceTaskChange`
 * @param by the user who did this; null means the asker
 * @param isLeaving the delegates leave the family, so their names are removed from the tasks
 * @param canBeUndone tells them after a minute, in case the request goes on
 */
export async function endRequests(
  trx: Transaction<Database>,
  taskIds: string[],
  state: EndState,
  {
    by,
    now,
    isLeaving,
    canBeUndone,
  }: { by: string | null; now: string; isLeaving?: boolean; canBeUndone?: boolean },
): Promise<string[]> {
  if (taskIds.length === 0) return [];
  const open = await trx
    .selectFrom("delegations")
    .select(["id", "task_id", "state", "person_id", "asked_by"])
    .select(["assignee_before_id", "assignee_before_name"])
    .where("task_id", "in", idList(taskIds))
    .where("state", "in", openStates)
    .execute();
  if (open.length === 0) return [];
  const ids = open.map(({ id }) => id);
  const endedTaskIds = open.map(({ task_id }) => task_id);
  const accepted = open.filter((request) => request.state === "accepted");
  const tasks = await findTasks(
    trx,
    accepted.map(({ task_id }) => task_id),
  );
  for (const request of accepted) {
    const task = tasks.get(request.task_id);
    // Finished tasks keep their person: their requests stay in the history.
    if (task?.is_completed === 0) await returnTask(trx, task, request, isLeaving);
  }
  const acceptedIds = accepted.map(({ id }) => id);
  await notifyReleased(trx, acceptedIds, { by, isLeaving, canBeUndone }, now);
  const isByHand = state === "withdrawn" || state === "superseded";
  if (by !== null && isByHand && !isLeaving)
    await tellOfOwnEnd(
      trx,
      accepted.filter(({ task_id }) => tasks.get(task_id)?.is_completed === 0),
      { by, now },
    );
  await trx
    .updateTable("delegations")
    .set((eb) => ({
      state,
      ended_at: now,
      withdrawn_by: state === "withdrawn" ? withdrawnBy(eb, { by, isLeaving }) : null,
    }))
    .where("id", "in", ids)
    .execute();
  await clearDelegation(trx, endedTaskIds);
  return endedTaskIds;
}

type Own = Pick<Selectable<Database["delegations"]>, "id" | "task_id" | "person_id" | "asked_by">;

/** Someone who ends their own yes, or gives the task away, can't do it any more. */
async function tellOfOwnEnd(
  trx: Transaction<Database>,
  accepted: readonly Own[],
  { by, now }: { by: string; now: string },
): Promise<void> {
  const personId = await findPersonId(trx, by);
  const own = accepted.filter(
    ({ person_id, asked_by }) => person_id !== null && person_id === personId && asked_by !== by,
  );
  if (own.length === 0) return;
  const yeses = await findYesToAll(
    trx,
    own.map(({ task_id }) => task_id),
  );
  const isOnce = (taskId: string) => yeses.get(taskId)?.personId === personId;
  await notifyAskers(
    trx,
    own.map((request) => ({
      ...request,
      answer: isOnce(request.task_id) ? "gave_up_once" : "gave_up",
    })),
    now,
  );
}

/**
 * Gives the task to the person whose turn it is now, unless someone has been chosen by hand since.
 */
export async function returnTask(
  trx: Transaction<Database>,
  task: Task,
  request: Pick<Selectable<Database["delegations"]>, "person_id"> & PreviousAssignee,
  isLeaving = false,
): Promise<void> {
  const { person_id: from, assignee_before_id: before } = request;
  if (!from || task.assignee_id !== from) return;
  const isGone = isLeaving && before === from;
  const byHand = isGone ? unassigned : await findPreviousAssignee(trx, task, request);
  const isByHand = byHand.assignee_id !== null || byHand.assignee_name !== null;
  if (isByHand && !(await isInTurns(trx, task))) await assignInstead(trx, task.id, byHand);
  else await giveToTurn(trx, task);
}

function withdrawnBy(
  eb: ExpressionBuilder<Database, "delegations">,
  { by, isLeaving = false }: { by: string | null; isLeaving: boolean | undefined },
) {
  if (isLeaving) return "left";
  if (by === null) return "asker";
  const whose = eb.case().when("asked_by", "=", by).then("asker").else("other").end();
  return whose.$castTo<"asker" | "other">();
}

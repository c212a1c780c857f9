import type { ExpressionBuilder, Selectable, Transaction } from "kysely";
import { giveToTurn, isInTurns } from "#app/domain/series/changing/give-to-turn.server.ts";
import { assignInstead, clearDelegation } from "#app/domain/tasks/changing/delegation.server.ts";
import { findTasks, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database, DelegationState } from "#db/schema.ts";
import { idList } from "#db/sql/values.ts";
import { openStates } from "../requests/open-requests.server.ts";
import { type Before, nobody, whoHadIt } from "../requests/who-had-it.server.ts";
import { notifyReleased } from "./notify-released.server.ts";

/** For those whose request is over, a no stays a no. */
export async function closeNos(
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
 * Gives tasks to those who have them without the request, and notifies anyone who said yes. A yes
 * to all goes on with the next one, unless the caller ends it before.
 * @returns task ids, for the caller's `announceTaskChange`
 * @param by the user who did this; null means the asker
 * @param isLeaving the delegates leave the family, so their names come off the tasks
 */
export async function endRequests(
  trx: Transaction<Database>,
  taskIds: string[],
  state: EndState,
  { by, now, isLeaving }: { by: string | null; now: string; isLeaving?: boolean },
): Promise<string[]> {
  if (taskIds.length === 0) return [];
  const open = await trx
    .selectFrom("delegations")
    .select(["id", "task_id", "state", "person_id", "assignee_before_id", "assignee_before_name"])
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
    // Finished requests stay in the history: a yes to all may have hundreds of them.
    if (task?.is_completed === 0) await giveUp(trx, task, request, isLeaving);
  }
  const acceptedIds = accepted.map(({ id }) => id);
  await notifyReleased(trx, acceptedIds, { by, isLeaving }, now);
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

/** Gives the task to the person whose turn it is now, unless someone was chosen by hand since. */
export async function giveUp(
  trx: Transaction<Database>,
  task: Task,
  request: Pick<Selectable<Database["delegations"]>, "person_id"> & Before,
  isLeaving = false,
): Promise<void> {
  const { person_id: from, assignee_before_id: before } = request;
  if (!from || task.assignee_id !== from) return;
  const isGone = isLeaving && before === from;
  const byHand = isGone ? nobody : await whoHadIt(trx, task, request);
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

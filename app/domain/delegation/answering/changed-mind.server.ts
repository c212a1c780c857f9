import type { Kysely, Selectable, Transaction } from "kysely";
import { giveToTurn } from "#app/domain/series/changing-turns/give-to-turn.server.ts";
import { setDelegate } from "#app/domain/tasks/changing/delegation.server.ts";
import { isGone } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { endRequests } from "../ending/end-requests.server.ts";
import { returnTurns } from "../ending/return-turns.server.ts";
import { findRequests, type RequestWithTask } from "../requests/find-requests.server.ts";

type Request = Selectable<Database["delegations"]>;

/** They said no, and the task is on the list. */
export function canTakeAgain({ request, task, status }: RequestWithTask): boolean {
  const saidNo =
    status === "declined" || (status === "superseded" && request.answer === "declined");
  return saidNo && request.family_member_id !== null && task.is_completed === 0 && !isGone(task);
}

/** They said yes. A date that was missed can be done, but nobody needs a no to it. */
export function canTakeBack({ request, task, status }: RequestWithTask): boolean {
  return status === "accepted" && (request.is_for_all === 1 || !isGone(task));
}

/** Returns the person who has had the task since the no: by a yes, or by being chosen. */
export async function findHolder(
  db: Kysely<Database>,
  { request, task }: RequestWithTask,
): Promise<string | null> {
  const accepted = await db
    .selectFrom("delegations")
    .select("delegate_name")
    .where("task_id", "=", task.id)
    .where("state", "=", "accepted")
    .executeTakeFirst();
  if (accepted) return accepted.delegate_name;
  const isSame =
    task.assignee === request.assignee_before || task.assignee === request.delegate_name;
  return isSame ? null : task.assignee;
}

export async function findHolderOf(
  db: Kysely<Database>,
  requestId: string,
): Promise<string | null> {
  const found = (await findRequests(db, [requestId])).get(requestId);
  return found ? findHolder(db, found) : null;
}

/** Someone else may have been asked since, and has not answered. */
export async function reopenRequest(
  trx: Transaction<Database>,
  { id, task_id, family_member_id }: Request,
  now: string,
): Promise<void> {
  await endRequests(trx, [task_id], "superseded", { by: null, now });
  await trx
    .updateTable("delegations")
    .set({ state: "declined", ended_at: null })
    .where("id", "=", id)
    .execute();
  if (family_member_id) await setDelegate(trx, task_id, family_member_id);
}

/** Gives the task to who has the turn, else to who made it. Someone chosen by hand keeps it. Returns who has it then. */
export async function giveBack(
  trx: Transaction<Database>,
  { request, task }: Pick<RequestWithTask, "request" | "task">,
): Promise<string | null> {
  await returnTurns(trx, request);
  const isByHand = task.assignee !== null && task.assignee !== request.delegate_name;
  return isByHand ? task.assignee : giveToTurn(trx, task);
}

import type { Kysely, Selectable, Transaction } from "kysely";
import type { Assignee } from "#app/domain/people/people.server.ts";
import { giveToTurn } from "#app/domain/series/occurrences/give-to-turn.server.ts";
import { setDelegate } from "#app/domain/tasks/changing/delegation.server.ts";
import { isGone } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { endRequests, returnTask } from "../ending/end-requests.server.ts";
import { findRequests, type RequestWithTask } from "../requests/find-requests.server.ts";

type Request = Selectable<Database["delegations"]>;

/** True if the delegate said no, and the task is still on the list. */
export function canTakeAgain({ request, task, status }: RequestWithTask): boolean {
  const saidNo =
    status === "declined" || (status === "superseded" && request.answer === "declined");
  return saidNo && request.person_id !== null && task.is_completed === 0 && !isGone(task);
}

/** True if the delegate said yes. A missed date can be done, but nobody needs a no to it. */
export function canTakeBack({ task, status }: RequestWithTask): boolean {
  return status === "accepted" && !isGone(task);
}

/**
 * Returns the person who has had the task since the delegate's no: by a yes, or because they were
 * chosen.
 */
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
  const { person_id, assignee_before_id: id, assignee_before_name: name } = request;
  const isBefore = task.assignee_id === id && task.assignee_name === name;
  const isTheirs = task.assignee_id !== null && task.assignee_id === person_id;
  return isBefore || isTheirs ? null : task.assignee;
}

export async function findHolderOf(
  db: Kysely<Database>,
  requestId: string,
): Promise<string | null> {
  const found = (await findRequests(db, [requestId])).get(requestId);
  return found ? findHolder(db, found) : null;
}

/** Reopens it even if someone else has been asked since, and has not answered. */
export async function reopenRequest(
  trx: Transaction<Database>,
  { id, task_id, person_id }: Request,
  now: string,
): Promise<void> {
  await endRequests(trx, [task_id], "superseded", { by: null, now });
  await trx
    .updateTable("delegations")
    .set({ state: "declined", ended_at: null })
    .where("id", "=", id)
    .execute();
  if (person_id) await setDelegate(trx, task_id, person_id);
}

/**
 * Gives the task to the person whose turn it is, else to its creator. A person who was chosen by
 * hand keeps it. Returns who has it then.
 */
export async function giveBack(
  trx: Transaction<Database>,
  { request, task }: Pick<RequestWithTask, "request" | "task">,
): Promise<Assignee> {
  // A person outside the turns may do all of them.
  if (request.continues_id !== null) {
    await returnTask(trx, task, request);
    return { assignee_id: request.assignee_before_id, assignee_name: request.assignee_before_name };
  }
  const isByHand = task.assignee !== null && task.assignee_id !== request.person_id;
  return isByHand ? task : { assignee_id: await giveToTurn(trx, task), assignee_name: null };
}

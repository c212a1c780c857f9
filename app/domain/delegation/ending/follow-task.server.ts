import type { Transaction } from "kysely";
import { findPersonId } from "#app/domain/people/people.server.ts";
import { giveToTurn } from "#app/domain/series/occurrences/give-to-turn.server.ts";
import { isSkipped } from "#app/domain/series/changing/skip.server.ts";
import { endYesToAll } from "#app/domain/series/changing/yes-to-all.server.ts";
import { clearDelegation } from "#app/domain/tasks/changing/delegation.server.ts";
import { type Task, findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import { idList } from "#db/sql/values.ts";
import { openStates } from "../requests/open-requests.server.ts";
import { endRequests } from "./end-requests.server.ts";
import { filterWhoHeardDone, findToldSoon } from "./heard-done.server.ts";
import { notifyAskers } from "./notify-askers.server.ts";
import { findNotifiedIds, notifyReleased } from "./notify-released.server.ts";
import { resumeRequest } from "./resume-request.server.ts";

/**
 * Ends pending requests of completed or deleted tasks. Answered ones stay, because the task may
 * come back.
 */
export async function closeFinishedRequests(
  trx: Transaction<Database>,
  { taskIds }: { taskIds: string[] },
  now: string,
): Promise<void> {
  const tasks = [...(await findTasks(trx, taskIds)).values()];
  const pending = tasks.filter(({ delegation_status }) => delegation_status === "pending");
  const deleted = pending.filter(({ deleted_at }) => deleted_at);
  const completed = pending.filter(({ is_completed, deleted_at }) => is_completed && !deleted_at);
  await endRequests(trx, idsOf(deleted), "task_deleted", { by: null, now });
  await endRequests(trx, idsOf(completed), "task_completed", { by: null, now });
  await forgetUnasked(trx, tasks);
  const open = tasks.filter(({ is_completed }) => !is_completed);
  const takenBack = await takeBackDone(trx, idsOf(open));
  // A delegate who has left does not get the task back. Turns are assigned once it is open.
  const left = new Set(
    takenBack.flatMap((one) => (one.withdrawn_by === "left" ? one.task_id : [])),
  );
  for (const task of open)
    if (left.has(task.id) && task.has_turn === 0) await giveToTurn(trx, task);
}

/** A date done before it opened has no request: under a yes to all it would have got one then. */
async function forgetUnasked(trx: Transaction<Database>, tasks: Task[]): Promise<void> {
  const done = tasks.filter(
    ({ is_completed, delegation_status }) => is_completed && delegation_status === "accepted",
  );
  if (done.length === 0) return;
  const asked = await trx
    .selectFrom("delegations")
    .select("task_id")
    .where("task_id", "in", idList(idsOf(done)))
    .where("state", "=", "accepted")
    .execute();
  const isAsked = new Set(asked.map(({ task_id }) => task_id));
  const unasked = idsOf(done).filter((id) => !isAsked.has(id));
  if (unasked.length > 0) await clearDelegation(trx, unasked);
}

const takeBackDone = compileOnce((db, taskIds: readonly string[]) =>
  db
    .updateTable("delegations")
    .set({ done_at: null })
    .where("task_id", "in", idList(taskIds))
    .where("done_at", "is not", null)
    .returning(["task_id", "withdrawn_by"]),
);

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

/** Notifies the delegate, unless the task comes back within a minute. */
export async function releaseAccepted(
  trx: Transaction<Database>,
  { taskId, by }: { taskId: string; by: string | null },
  now: string,
): Promise<void> {
  const accepted = await findAccepted(trx, taskId);
  if (accepted) await notifyReleased(trx, [accepted.id], { by, canBeUndone: true }, now);
}

/**
 * A delegate who heard that nothing is left to do is not asked again. If the whole series was
 * deleted, this also ends a yes to all.
 */
export async function endReleased(
  trx: Transaction<Database>,
  { taskId, by, as }: { taskId: string; by: string | null; as: string },
  now: string,
): Promise<void> {
  const accepted = await findAccepted(trx, taskId);
  const task = accepted && (await findTasks(trx, [taskId])).get(taskId);
  if (!accepted || task?.is_completed) return;
  const notified = await findNotifiedIds(trx, [accepted.id]);
  if (notified.length === 0) return;
  const state = as === "reopened" ? "task_completed" : "task_deleted";
  if (as === "restored" && !(await isSkipped(trx, taskId))) await endYesToAll(trx, [taskId], now);
  await endRequests(trx, [taskId], state, { by, now });
}

/** Notifies the asker that the task is open again, once, if they were told that it was done. */
export async function tellReopened(
  trx: Transaction<Database>,
  { taskId, by, as }: { taskId: string; by: string | null; as: string },
  now: string,
): Promise<void> {
  if (as !== "reopened") return;
  const done = await trx
    .selectFrom("delegations")
    .select(["id", "asked_by"])
    .where("task_id", "=", taskId)
    .where("done_at", "is not", null)
    .where("asked_by", "is not", null)
    .$if(by !== null, (query) => query.where("asked_by", "!=", by))
    .$narrowType<{ asked_by: string }>()
    .execute();
  const toldSoon = await findToldSoon(trx, idsOf(done));
  const others = done.filter(({ id }) => !toldSoon.has(id));
  const heard = await filterWhoHeardDone(
    trx,
    others.map(({ id, asked_by }) => ({ requestId: id, taskId, userId: asked_by, before: now })),
  );
  const answers = heard.map(({ requestId: id, userId: asked_by }) => {
    return { id, asked_by, answer: "reopened" as const };
  });
  await notifyAskers(trx, answers, now, { canBeUndone: true });
}

async function findAccepted(trx: Transaction<Database>, taskId: string) {
  return trx
    .selectFrom("delegations")
    .select("id")
    .where("task_id", "=", taskId)
    .where("state", "=", "accepted")
    .executeTakeFirst();
}

/**
 * Someone chose another person for these tasks, so the requests for them end. A yes goes on if its
 * person gets the task back before they heard that somebody else has it.
 */
export async function endRequestsOfGiven(
  trx: Transaction<Database>,
  { taskIds, by }: { taskIds: string[]; by: string },
  now: string,
): Promise<void> {
  const tasks = await findTasks(trx, taskIds);
  const end = { by, now, canBeUndone: true };
  const open = await trx
    .selectFrom("delegations")
    .select(["task_id", "person_id", "state"])
    .where("task_id", "in", idList(taskIds))
    .where("state", "in", openStates)
    .execute();
  for (const { task_id, person_id, state } of open) {
    const { assignee_id, assignee } = tasks.get(task_id)!;
    if (assignee === null && state === "accepted")
      await endRequests(trx, [task_id], "withdrawn", end);
    else if (assignee !== null && (assignee_id === null || assignee_id !== person_id))
      await endRequests(trx, [task_id], "superseded", end);
  }
  await resumeYeses(trx, tasks, { by, now });
}

async function resumeYeses(
  trx: Transaction<Database>,
  tasks: Map<string, Task>,
  { by, now }: { by: string; now: string },
): Promise<void> {
  const requests = await trx
    .selectFrom("delegations")
    .select(["id", "task_id", "person_id", "asked_by", "state", "answer"])
    .where("task_id", "in", idList([...tasks.keys()]))
    .orderBy("asked_at")
    .orderBy("id")
    .execute();
  const newest = new Map(requests.map((request) => [request.task_id, request]));
  const given = [...newest.values()].filter(
    ({ task_id, person_id, state, answer }) =>
      state === "superseded" &&
      answer === "accepted" &&
      person_id !== null &&
      person_id === tasks.get(task_id)?.assignee_id,
  );
  if (given.length === 0) return;
  const notified = await findNotifiedIds(trx, idsOf(given));
  const resumed = given.filter(({ id }) => !notified.includes(id));
  for (const { id, task_id, person_id } of resumed)
    await resumeRequest(trx, { id, taskId: task_id, personId: person_id!, answer: "accepted" });
  // The asker has heard that they can't any more.
  const ownId = await findPersonId(trx, by);
  const own = resumed.filter(({ person_id, asked_by }) => person_id === ownId && asked_by !== by);
  await notifyAskers(
    trx,
    own.map((request) => ({ ...request, answer: "accepted" })),
    now,
  );
}

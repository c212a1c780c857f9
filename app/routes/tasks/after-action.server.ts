import { redirect, replace } from "@remix-run/node";
import { nowIso } from "#app/domain/core/time.ts";
import { findTask, findTaskOrDeleted } from "#app/domain/tasks/find-tasks.server.ts";
import { countOverdue } from "#app/domain/tasks/lists/overdue.server.ts";
import { describeMove } from "#app/domain/tasks/changing/describe-move.server.ts";
import { describeLater, findLastAction } from "#app/domain/delegation/views/last-action.server.ts";
import { findTooFarAhead } from "#app/domain/series/occurrences/far-ahead.server.ts";
import { findPresent } from "#app/domain/series/card-series.server.ts";
import type { SignedIn } from "#app/server/session.server.ts";
import { redirectWithToast, type Toast, toast } from "#app/server/toast.server.ts";
import { noLongerThere, notFound } from "#app/server/http-errors.server.ts";
import { database } from "#db/connection.server.ts";
import type { TaskMark } from "#db/schema.ts";

interface TaskAction {
  taskId: string;
  as: TaskMark;
  /** For a completed task, the date shown on its page. */
  seenDue?: string | undefined;
  /** True if it only reverts what the same user did. */
  isUndo?: boolean;
  /** False if someone else was faster. */
  isDone: boolean;
  to: string;
  successToast?: Toast;
}

/** Returns the next page of a review of overdue tasks. */
export async function nextOverdue(viewer: SignedIn): Promise<"/overdue" | "/dashboard"> {
  return (await countOverdue(database(), viewer)) > 0 ? "/overdue" : "/dashboard";
}

/** Tells users who were too late what someone else did to the task, and when. */
export async function redirectAfterAction(viewer: SignedIn, action: TaskAction): Promise<Response> {
  const { isDone, to, successToast } = action;
  const tooLate = isDone ? null : await redirectIfTooLate(viewer, action);
  if (tooLate) return tooLate;
  return successToast ? redirectWithToast(to, successToast) : replace(to, 303);
}

/** Returns null if the user has done the same before. Throws a 404 if there is no such task. */
async function redirectIfTooLate(
  viewer: SignedIn,
  { taskId, as, seenDue, isUndo = false, to }: TaskAction,
): Promise<Response | null> {
  const move = await describeMove(database(), viewer, taskId, seenDue);
  if (move) return redirectFromMoved(viewer, taskId, move, to);
  const goesOn = as === "completed" || as === "deleted";
  const early = goesOn ? await findTooFarAhead(database(), taskId, nowIso()) : null;
  if (early) return redirectFromMoved(viewer, taskId, early, to);
  const missed = await findMissed(viewer, taskId);
  if (missed) return redirectFromMissed(viewer, missed, to);
  const lastAction = await findLastAction(database(), viewer, taskId);
  if (!lastAction)
    return (await findTask(database(), viewer, taskId)) ? null : noLongerThere("This task");
  const stays = isUndo && !lastAction.isOwn ? undefined : staysAsItIs[`${lastAction.as}, ${as}`];
  const later = stays && (await describeLater(database(), viewer, taskId));
  if (later) {
    const words = `${later}, so this one ${stays}`;
    return redirectWithToast(to, toast("success", words, { taskTitle: lastAction.title }));
  }
  // A double click needs no message.
  const isOwnAgain = lastAction.isOwn && lastAction.as === as;
  return isOwnAgain ? null : redirectWithLastAction(taskId, lastAction, to);
}

/** The text, by what was done to a task of a series, and what would undo it. */
const staysAsItIs: Partial<Record<`${TaskMark}, ${TaskMark}`, string>> = {
  "completed, reopened": "stays done",
  "deleted, restored": "stays skipped",
};

/** Names who deleted the task. Throws a 404 if it never existed. */
export async function redirectFromMissingTask(viewer: SignedIn, taskId: string): Promise<Response> {
  const missed = await findMissed(viewer, taskId);
  if (missed) return redirectFromMissed(viewer, missed, "/dashboard");
  const lastAction = await findLastAction(database(), viewer, taskId);
  return lastAction?.as === "deleted"
    ? redirectWithLastAction(taskId, lastAction, "/dashboard")
    : noLongerThere("This task");
}

/** Leads from a link of an old page to the task's own page, which says who deleted or did it. */
export async function redirectToTask(viewer: SignedIn, taskId: string): Promise<never> {
  const task = await findTaskOrDeleted(database(), viewer, taskId);
  if (!task) notFound();
  throw redirect(`/tasks/${task.id}`);
}

async function findMissed(viewer: SignedIn, taskId: string) {
  const task = await findTaskOrDeleted(database(), viewer, taskId);
  return task?.was_missed && task.deleted_at ? task : undefined;
}

/**
 * Explains a missed task on an old page: the next task has replaced it since, unless the series has
 * ended.
 */
async function redirectFromMissed(
  viewer: SignedIn,
  { id, title }: { id: string; title: string },
  to: string,
) {
  const page = to.startsWith(`/tasks/${id}`) ? "/dashboard" : to;
  const next = await findPresent(database(), viewer, id);
  const message = next
    ? "Its time is over. The next one is here."
    : "Its time is over, and none follows.";
  return redirectWithToast(page, toast("error", "Nothing changed", { message, taskTitle: title }));
}

/**
 * Shown as an error, which stays until it is seen, because somebody thinks that the task is done.
 */
export async function redirectFromMoved(
  viewer: SignedIn,
  taskId: string,
  move: string,
  to: string,
) {
  const task = await findTaskOrDeleted(database(), viewer, taskId);
  return redirectWithToast(
    to,
    toast("error", "Nothing changed", { message: `${move}.`, taskTitle: task?.title }),
  );
}

function redirectWithLastAction(
  taskId: string,
  { title, words, as }: { title: string; words: string; as: TaskMark },
  to: string,
) {
  if (as !== "deleted") return redirectWithToast(to, toast("success", words, { taskTitle: title }));
  const page = to.startsWith(`/tasks/${taskId}`) ? "/dashboard" : to;
  const undo = `/tasks/${taskId}/restore`;
  return redirectWithToast(page, toast("success", words, { taskTitle: title, undo }));
}

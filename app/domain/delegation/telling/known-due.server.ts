import type { Transaction } from "kysely";
import { dayName, formatDate, formatTime, wallClockAt } from "#app/domain/core/time.ts";
import type { Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database, DelegationState } from "#db/schema.ts";
import type { RequestWithTask } from "../requests/find-requests.server.ts";

/** A change that the delegate does not know about yet. */
export type UnseenChange = "moved" | "missed";

/** The cause of the only message about a missed date. */
export const missedCause = (requestId: string) => `delegation_change:${requestId}:missed`;

interface KnownDue {
  told_due: string | null;
  agreed_due: string | null;
  done_at: string | null;
}

/**
 * Compares the due date that the delegate knows with the task's present one. A completed task needs
 * no message.
 */
export function findUnseenChange(request: KnownDue, task: Task): UnseenChange | null {
  if (task.is_completed || request.done_at) return null;
  if (task.was_missed) return "missed";
  if (task.deleted_at) return null;
  return dueOf(task) === knownDue(request) ? null : "moved";
}

/**
 * True if the delegate said yes to another date, and has seen the present one, which is not over.
 * @param seenDue as in `agreedDueColumns`
 */
export function canConfirm(
  found: RequestWithTask,
  { seenDue, now }: { seenDue?: string | undefined; now: string },
): boolean {
  const { request, task, status } = found;
  const isSeen = seenDue !== undefined || request.told_due === dueOf(task);
  const isOther = (request.agreed_due ?? "") !== dueOf(task);
  return status === "accepted" && isSeen && isOther && !isYesOver(found, now);
}

/** A task that does not repeat stays on the list then. */
export const isTimeOver = ({ due_date }: Pick<Task, "due_date">, now: string): boolean =>
  due_date !== null && due_date <= now;

/**
 * True if nobody needs to know any more whether the delegate is fine with the date: it was missed,
 * or it changed since their yes, and its time is over.
 */
export function isYesOver({ request, task, status }: RequestWithTask, now: string): boolean {
  if (status !== "accepted") return false;
  if (task.was_missed) return true;
  // A yes from before Mila kept its date has neither.
  const isKnown = request.agreed_due !== null || request.told_due !== null;
  return isKnown && request.agreed_due !== task.due_date && isTimeOver(task, now);
}

interface Agreed {
  state: DelegationState;
  agreed_due: string | null;
  told_due: string | null;
}

/**
 * "said yes to Tuesday, not yet to Friday", or "not to Friday" once that is over: null unless they
 * agreed to another date than the task has.
 */
export function describeOutdatedYes(
  { state, agreed_due: agreed, told_due: told }: Agreed,
  due: string | null,
  timeZone: string,
  now: string,
): string | null {
  if (state !== "accepted" || agreed === due) return null;
  const not = isTimeOver({ due_date: due }, now) ? "not to" : "not yet to";
  // A yes from before Mila kept its date has neither.
  if (!agreed)
    return due && told !== null ? `said yes, ${not} ${shortDay(due, timeZone, now)}` : null;
  if (!due) return `said yes to ${shortDay(agreed, timeZone, now)}, which it has no more`;
  const [before, after] = [agreed, due].map((at) => wallClockAt(at, timeZone).toPlainDate());
  const show = before!.equals(after!) ? formatTime : shortDay;
  return `said yes to ${show(agreed, timeZone, now)}, ${not} ${show(due, timeZone, now)}`;
}

function shortDay(instant: string, timeZone: string, now: string): string {
  const name = dayName(instant, timeZone, now);
  return name?.replace(/^To/, "to") ?? formatDate(instant, timeZone, now);
}

const dueOf = ({ due_date }: Pick<Task, "due_date">) => due_date ?? "";
const knownDue = ({ told_due, agreed_due }: KnownDue) => told_due ?? agreed_due ?? "";

/** Call it when a message goes out that names the date. */
export async function markNotified(
  trx: Transaction<Database>,
  { request, task }: Pick<RequestWithTask, "request" | "task">,
): Promise<void> {
  await trx
    .updateTable("delegations")
    .set({ told_due: dueOf(task) })
    .where("id", "=", request.id)
    .execute();
}

/**
 * Records that the delegate agrees to the present date, because they confirmed it or moved it
 * themselves.
 */
export async function agreeToDue(
  trx: Transaction<Database>,
  id: string,
  { due_date }: Pick<Task, "due_date">,
): Promise<void> {
  await trx
    .updateTable("delegations")
    .set({ agreed_due: due_date, told_due: due_date ?? "" })
    .where("id", "=", id)
    .execute();
}

/**
 * Returns the columns for a yes.
 * @param seenDue the wall clock on their page; undefined for a text, which answers the last message
 */
export function agreedDueColumns({ request, task }: RequestWithTask, seenDue: string | undefined) {
  const due = seenDue === undefined ? (request.told_due ?? dueOf(task)) : dueOf(task);
  return { agreed_due: due === "" ? null : due, told_due: due };
}

import type { Transaction } from "kysely";
import { dayName, formatDate, formatTime, wallClockAt } from "#app/domain/core/time.ts";
import type { Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database, DelegationState } from "#db/schema.ts";
import type { RequestWithTask } from "../requests/find-requests.server.ts";

/** A change that the delegate does not know about yet. */
export type News = "moved" | "missed";

interface Told {
  told_due: string | null;
  agreed_due: string | null;
  done_at: string | null;
}

/**
 * Compares what the delegate knows with the task as it is. A completed task needs no further news.
 */
export function findNews(request: Told, task: Task): News | null {
  if (task.is_completed || request.done_at) return null;
  if (task.was_missed) return "missed";
  if (task.deleted_at) return null;
  return dueOf(task) === knownDue(request) ? null : "moved";
}

/**
 * They said yes to another date, and see the one that the task has now.
 * @param seenDue as in `agreedTo`
 */
export function canConfirm(
  { request: { agreed_due, told_due }, task, status }: RequestWithTask,
  seenDue?: string,
): boolean {
  const isSeen = seenDue !== undefined || told_due === dueOf(task);
  return status === "accepted" && isSeen && (agreed_due ?? "") !== dueOf(task);
}

/**
 * "said yes to Tuesday, not yet to Friday": null unless they agreed to another date than the task
 * has.
 */
export function sayNotYet(
  { state, agreed_due: agreed }: { state: DelegationState; agreed_due: string | null },
  due: string | null,
  timeZone: string,
  now: string,
): string | null {
  if (state !== "accepted" || !agreed || agreed === due) return null;
  if (!due) return `said yes to ${shortDay(agreed, timeZone, now)}, which it has no more`;
  const [before, after] = [agreed, due].map((at) => wallClockAt(at, timeZone).toPlainDate());
  const show = before!.equals(after!) ? formatTime : shortDay;
  return `said yes to ${show(agreed, timeZone, now)}, not yet to ${show(due, timeZone, now)}`;
}

function shortDay(instant: string, timeZone: string, now: string): string {
  const name = dayName(instant, timeZone, now);
  return name?.replace(/^To/, "to") ?? formatDate(instant, timeZone, now);
}

const dueOf = ({ due_date }: Pick<Task, "due_date">) => due_date ?? "";
const knownDue = ({ told_due, agreed_due }: Told) => told_due ?? agreed_due ?? "";

/** Call it as a message that names the date goes out. */
export async function markTold(
  trx: Transaction<Database>,
  { request, task }: Pick<RequestWithTask, "request" | "task">,
): Promise<void> {
  await trx
    .updateTable("delegations")
    .set({ told_due: dueOf(task) })
    .where("id", "=", request.id)
    .execute();
}

/** They said yes to another date before, or moved it themselves. */
export async function agreeTo(
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
export function agreedTo({ request, task }: RequestWithTask, seenDue: string | undefined) {
  const due = seenDue === undefined ? (request.told_due ?? dueOf(task)) : dueOf(task);
  return { agreed_due: due === "" ? null : due, told_due: due };
}

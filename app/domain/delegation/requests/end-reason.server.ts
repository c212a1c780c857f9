import type { Kysely } from "kysely";
import { findPeopleByIds } from "#app/domain/people/family/family-members.server.ts";
import { isSkipped } from "#app/domain/series/changing/skip.server.ts";
import { isGone } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import type { RequestWithTask } from "./find-requests.server.ts";

/**
 * "asker", "other", "left": who withdrew the request; "left_and_back": the delegate left the
 * household, and has come back since; "asked_again": the delegate has a newer one; "taken":
 * somebody else said yes; "given": somebody else was chosen; "open_again": the task was done, and
 * then reopened; "back_again": the task was deleted, and then restored.
 */
export type EndReason =
  | "asker"
  | "other"
  | "left"
  | "left_and_back"
  | "asked_again"
  | "taken"
  | "given"
  | "deleted"
  | "skipped"
  | "missed"
  | "open_again"
  | "back_again";

export async function findEndReason(
  db: Kysely<Database>,
  found: RequestWithTask,
): Promise<EndReason | null> {
  const { request, task, status } = found;
  if (status === "withdrawn") {
    const isBack = request.withdrawn_by === "left" && (await hasComeBack(db, request.person_id));
    return isBack ? "left_and_back" : request.withdrawn_by;
  }
  if (status === "superseded") return findSuccessor(db, found);
  if (status === "completed") return task.is_completed ? null : "open_again";
  if (status !== "deleted") return null;
  if (!task.deleted_at) return "back_again";
  if (task.was_missed) return "missed";
  return (await isSkipped(db, task.id)) ? "skipped" : "deleted";
}

async function hasComeBack(db: Kysely<Database>, personId: string | null): Promise<boolean> {
  const person = (await findPeopleByIds(db, personId ? [personId] : [])).get(personId ?? "");
  return Boolean(person?.user_id && person.left_at === null && person.relation);
}

async function findSuccessor(
  db: Kysely<Database>,
  { request, task }: RequestWithTask,
): Promise<EndReason | null> {
  const newer = await db
    .selectFrom("delegations")
    .select(["state", "person_id"])
    .where("task_id", "=", request.task_id)
    .where("state", "in", ["pending", "accepted"])
    .executeTakeFirst();
  if (!newer) return task.assignee !== null && !isGone(task) ? "given" : null;
  if (newer.person_id === request.person_id) return "asked_again";
  return newer.state === "accepted" ? "taken" : null;
}

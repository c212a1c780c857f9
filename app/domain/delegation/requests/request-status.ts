import type { Bit, DelegationState } from "#db/schema.ts";

/**
 * What there is to say about a request to whoever was asked: whether they can still answer, and if not, why. "done" is
 * done by themselves, "completed" by somebody else.
 */
export type RequestStatus =
  "pending" | "accepted" | "declined" | "done" | "completed" | "deleted" | "withdrawn" | "superseded";

/** The request's own state, and what has become of its task since it was answered. */
export function requestStatusOf(request: {
  state: DelegationState;
  done_at: string | null;
  is_completed: Bit;
  deleted_at: string | null;
}): RequestStatus {
  const { state, done_at, is_completed, deleted_at } = request;
  if (done_at && !deleted_at) return "done";
  if (state === "task_completed") return "completed";
  if (state === "task_deleted") return "deleted";
  if (state !== "accepted") return state;
  if (deleted_at) return "deleted";
  return is_completed ? "completed" : "accepted";
}

/** Whether they can still do it, or are to: what the task of any other request is by now is not theirs to know. */
export function isTheirs(status: RequestStatus): boolean {
  return status === "pending" || status === "accepted";
}

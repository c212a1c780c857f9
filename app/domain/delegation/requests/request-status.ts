import type { Bit, DelegationState } from "#db/schema.ts";

/** "done": by the delegate; "completed": by someone else. */
export type RequestStatus =
  | "pending"
  | "accepted"
  | "declined"
  | "done"
  | "completed"
  | "deleted"
  | "withdrawn"
  | "superseded";

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

/** The delegate sees the task only while they can answer or do it. */
export function isActionable(status: RequestStatus): boolean {
  return status === "pending" || status === "accepted";
}

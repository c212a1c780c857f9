import type { Bit, DelegationChoice, DelegationState } from "#db/schema.ts";

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
  was_missed: Bit;
}): RequestStatus {
  const { state, done_at, is_completed, was_missed } = request;
  // A missed task can still be done.
  const deleted_at = was_missed && !is_completed ? null : request.deleted_at;
  if (done_at && !deleted_at) return "done";
  if (state === "task_completed") return "completed";
  if (state === "task_deleted") return "deleted";
  if (state !== "accepted" && state !== "declined") return state;
  if (deleted_at) return "deleted";
  return is_completed ? "completed" : state;
}

/** The delegate sees the task only while they can answer or do it. */
export function isActionable(status: RequestStatus): boolean {
  return status === "pending" || status === "accepted";
}

/** Names the method by which someone was asked. */
export const methodWords = {
  sms: "by SMS",
  whatsapp: "by WhatsApp",
  email: "by email",
  link: "with a link",
} as const satisfies Record<DelegationChoice, string>;

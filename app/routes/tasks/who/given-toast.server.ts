import type { Changed } from "#app/domain/inbox/meant/change-meant.server.ts";
import { wholeText } from "#app/domain/outbox/rendering/fit-text.ts";
import type { Task } from "#app/domain/tasks/find-tasks.server.ts";
import { type Toast, toast } from "#app/server/toast.server.ts";

/** Says who has a task now and who hears of it, and offers to undo it. */
export function givenToast({
  given,
  ...changed
}: Pick<Changed, "task" | "before"> & { given: NonNullable<Changed["given"]> }): Toast {
  return toast("success", wholeText(given.holds), {
    taskTitle: changed.task.title,
    message: wholeText(given.told) || undefined,
    undo: undoOfGiven(changed),
  });
}

/** Says whom a task is about now, and offers to undo it. */
export function aboutToast({
  task: { id, title, version },
  about,
  aboutBefore,
}: {
  task: Task;
  about: string | null;
  aboutBefore: string | null;
}): Toast {
  const was = new URLSearchParams({ version: String(version), about: aboutBefore ?? "" });
  return toast("success", about === null ? "It's about nobody now" : `It's about ${about} now`, {
    taskTitle: title,
    undo: `/tasks/${id}/give-back?${was}`,
  });
}

function undoOfGiven({
  task: { id, version },
  before: { assignee, hadTurn, requestId },
}: Pick<Changed, "task" | "before">) {
  const was = new URLSearchParams({
    version: String(version),
    ...(assignee !== null && { assignee }),
    ...(hadTurn && { hadTurn: "on" }),
    ...(requestId !== null && { requestId }),
  });
  return `/tasks/${id}/give-back?${was}`;
}

import type { ActionFunctionArgs } from "@remix-run/node";
import { completeTask } from "#app/domain/tasks/changing/task.server.ts";
import { doneFor } from "#app/domain/tasks/due/done-for.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { readChangeId, readInPlace, readRedirectTo, readSeenDue } from "#app/web/form.server.ts";
import { redirectAfterAction } from "./after-action.server.ts";
import { toast } from "#app/web/toast.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { database } from "#db/connection.server.ts";

export { completeTask as clientAction } from "#app/client/offline/waiting-action.ts";
export { default, loader } from "../not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { returnTo: "/dashboard" });
  const taskId = args.params.id ?? "";
  const isInPlace = await readInPlace(args.request);
  const [changeId, seenDue] = [await readChangeId(args.request), await readSeenDue(args.request)];
  const isDone = await completeTask(database(), viewer, taskId, { changeId, seenDue });
  const to = await readRedirectTo(args.request, "/dashboard");
  const task = { taskId, as: "completed", seenDue, isDone, to } as const;
  const saved = await findTask(database(), viewer, taskId);
  const late = saved ? doneFor(saved) : null;
  // The card says so itself, and offers Undo, but not for which day.
  if (isInPlace && !late) return redirectAfterAction(viewer, task);
  const undo = isInPlace ? {} : { undo: `/tasks/${taskId}/reopen` };
  const successToast = toast("success", late ?? "Task completed", undo);
  return redirectAfterAction(viewer, { ...task, successToast });
}

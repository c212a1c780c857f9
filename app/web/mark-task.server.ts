import { replace } from "@remix-run/node";
import { findMark } from "#app/domain/tasks/changing/last-action.server.ts";
import { findTask } from "#app/domain/tasks/changing/task.server.ts";
import { database } from "#db/connection.server.ts";
import type { TaskMark } from "#db/schema.ts";
import { notFound } from "./not-found.server.ts";
import type { SignedIn } from "./session.server.ts";
import { redirectWithToast, toast } from "./toast.server.ts";

interface Marked {
  taskId: string;
  as: TaskMark;
  /** False when the task was not to be marked so any more: somebody was faster. */
  isDone: boolean;
  /** The page that the button is on. */
  to: string;
  said?: ReturnType<typeof toast>;
}

/** Goes on after a task's button was pressed; who comes second is told what somebody else did to it, and when. */
export async function afterMark(viewer: SignedIn, { taskId, as, isDone, to, said }: Marked): Promise<Response> {
  const mark = isDone ? undefined : await findMark(database(), viewer, taskId);
  const isNews = mark && !(mark.isOwn && mark.as === as);
  if (isNews) return sayMark(taskId, mark, to);
  // What is so already by their own hand is a button pressed twice.
  if (!isDone && !mark && !(await findTask(database(), viewer, taskId))) notFound();
  return said ? redirectWithToast(to, said) : replace(to, 303);
}

/** For a task that is not there: who has deleted it, on the dashboard; a 404 for what never was there. */
export async function taskIsGone(viewer: SignedIn, taskId: string): Promise<Response> {
  const mark = await findMark(database(), viewer, taskId);
  return mark?.as === "deleted" ? sayMark(taskId, mark, "/dashboard") : notFound();
}

function sayMark(taskId: string, { title, words, as }: { title: string; words: string; as: TaskMark }, to: string) {
  if (as !== "deleted") return redirectWithToast(to, toast("success", words, { message: title }));
  const stands = to.startsWith(`/tasks/${taskId}`) ? "/dashboard" : to;
  const undo = `/tasks/${taskId}/restore`;
  return redirectWithToast(stands, toast("success", words, { message: title, undo }));
}

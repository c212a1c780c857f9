import type { ActionFunctionArgs } from "@remix-run/node";
import { couldNotChange, createClientAction } from "#app/client/saving/client-action.ts";
import { findCardSeries } from "#app/domain/series/card-series.server.ts";
import { describeNext, skipOccurrence } from "#app/domain/series/changing/skip.server.ts";
import { readRedirectTo } from "#app/web/form.server.ts";
import { notFound } from "#app/web/http-errors.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { redirectAfterAction } from "../after-action.server.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "../../not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { returnTo: "/dashboard" });
  const taskId = args.params.id ?? "";
  if (!(await findCardSeries(database(), viewer, [taskId])).has(taskId)) notFound();
  const isDone = await skipOccurrence(database(), viewer, taskId);
  const to = await readRedirectTo(args.request, "/dashboard");
  const message = await describeNext(database(), taskId);
  const successToast = toast("success", "Skipped this time", {
    message,
    undo: `/tasks/${taskId}/restore`,
  });
  return redirectAfterAction(viewer, { taskId, as: "deleted", isDone, to, successToast });
}

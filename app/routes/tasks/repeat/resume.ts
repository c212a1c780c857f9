import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { endRepetition } from "#app/domain/series/changing/repetition.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { notFound } from "#app/web/http-errors.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { describeSeries } from "./words.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "../../not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  const id = args.params.id ?? "";
  const viewer = await requireViewer(args, { returnTo: `/tasks/${id}` });
  if (!(await findTask(database(), viewer, id))) notFound();
  const resumed = await endRepetition(database(), viewer, id, { isEnded: false });
  if (resumed.status !== "saved") {
    const isDone = "It is done already, or it still repeats. Reopen it, or add it again.";
    const why = resumed.status === "refused" ? resumed.words : isDone;
    return redirectWithToast(`/tasks/${id}`, toast("error", "Nothing changed", { message: why }));
  }
  return redirectWithToast(
    `/tasks/${id}`,
    toast("success", "It repeats again", { message: await describeSeries(viewer, id) }),
  );
}

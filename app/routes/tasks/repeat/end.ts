import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { endRepetition } from "#app/domain/series/changing/repetition.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { notFound } from "#app/web/http-errors.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "../../not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  const id = args.params.id ?? "";
  const viewer = await requireViewer(args, { returnTo: `/tasks/${id}` });
  if (!(await findTask(database(), viewer, id))) notFound();
  if ((await endRepetition(database(), viewer, id, { isEnded: true })).status !== "saved") {
    const why =
      "It is done already, or it no longer repeats. You can stop the next one on its own page.";
    return redirectWithToast(`/tasks/${id}`, toast("error", "Nothing changed", { message: why }));
  }
  const message = "This one is the last.";
  return redirectWithToast(
    `/tasks/${id}`,
    toast("success", "It won't repeat any more", { message, undo: `/tasks/${id}/repeat/resume` }),
  );
}

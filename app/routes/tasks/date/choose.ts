import type { ActionFunctionArgs } from "@remix-run/node";
import { couldNotChange, createClientAction } from "#app/client/saving/client-action.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { otherReading } from "#app/domain/tasks/input.ts";
import { chooseOther } from "#app/domain/tasks/changing/choose-other.server.ts";
import { readForm, readRedirectTo } from "#app/web/form.server.ts";
import { notFound } from "#app/web/http-errors.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

const toasts = {
  date: toast("success", "Date changed"),
  category: toast("success", "Category changed"),
  // Someone else was faster; the page shows what holds now.
  nothing: toast("success", "This was changed already"),
};

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { returnTo: "/dashboard" });
  const { id = "" } = args.params;
  if (!(await findTask(database(), viewer, id))) notFound();
  const redirectTo = await readRedirectTo(args.request, "/dashboard");
  const { payload } = await readForm(args.request, otherReading);
  const changed = await chooseOther(database(), viewer, id, otherReading.parse(payload));
  return redirectWithToast(redirectTo, toasts[changed ?? "nothing"]);
}

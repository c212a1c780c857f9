import { type ActionFunctionArgs, type AppLoadContext, data } from "@remix-run/node";
import { remindTonight } from "#app/domain/pages/remind-tonight.server.ts";
import type { UnsavedForm } from "#app/domain/tasks/offline/limits.ts";
import { unsavedInput } from "#app/domain/tasks/offline/input.ts";
import { readChangeId, readForm, readRedirectTo } from "#app/web/form.server.ts";
import { badRequest } from "#app/web/http-errors.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";

export { remindTonight as clientAction } from "#app/client/offline/remind-tonight.ts";
export { default, loader } from "#app/routes/not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { returnTo: "/dashboard" });
  const to = await readRedirectTo(args.request, "/dashboard");
  const changeId = await readChangeId(args.request);
  const submission = await readForm(args.request, unsavedInput);
  if (submission.status !== "success") badRequest();
  const reminded = await remindTonight(database(), viewer, submission.value, changeId);
  if ("refused" in reminded) return refuse(reminded.refused, submission.value, args.context);
  const { title, when } = reminded;
  return redirectWithToast(to, toast("success", `I'll remind you ${when}`, { taskTitle: title }));
}

/** A page's script still has the words. Without one, the error page keeps them. */
function refuse(why: string, unsaved: UnsavedForm, { asksForData, requestId }: AppLoadContext) {
  if (asksForData) return data({ failed: { title: "Error", message: why } }, { status: 429 });
  const typed = unsaved.fields.map(([name]) => name);
  throw data({ errorId: requestId, why, unsaved: { ...unsaved, typed } }, { status: 429 });
}

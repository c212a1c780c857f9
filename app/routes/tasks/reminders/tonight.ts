import { type AppLoadContext, data } from "@remix-run/node";
import { remindTonight } from "#app/domain/pages/remind-tonight.server.ts";
import { unsavedInput } from "#app/domain/tasks/offline/input.ts";
import type { UnsavedForm } from "#app/domain/tasks/offline/limits.ts";
import { taskAction } from "#app/server/action.server.ts";
import { readChangeId, requireForm } from "#app/server/form.server.ts";
import { toast } from "#app/server/toast.server.ts";

export { remindTonight as clientAction } from "#app/ui/offline/remind-tonight.ts";
export { default, loader } from "#app/routes/not-found.tsx";

export const action = taskAction("/dashboard", async ({ db, viewer, request, context }) => {
  const changeId = await readChangeId(request);
  const unsaved = await requireForm(request, unsavedInput);
  const reminded = await remindTonight(db, viewer, unsaved, changeId);
  if ("refused" in reminded) return refuse(reminded.refused, unsaved, context);
  const { title, when } = reminded;
  return toast("success", `I'll remind you ${when}`, { taskTitle: title });
});

/** A page's script still has the typed text. Without a script, the error page keeps it. */
function refuse(why: string, unsaved: UnsavedForm, { asksForData, requestId }: AppLoadContext) {
  if (asksForData) return data({ failed: { title: "Error", message: why } }, { status: 429 });
  const typed = unsaved.fields.map(([name]) => name);
  throw data({ errorId: requestId, why, unsaved: { ...unsaved, typed } }, { status: 429 });
}

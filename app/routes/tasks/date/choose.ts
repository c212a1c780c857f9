import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";
import { chooseOther } from "#app/domain/tasks/changing/choose-other.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { otherReading } from "#app/domain/tasks/input.ts";
import { redirectFromMissingTask } from "#app/routes/tasks/after-action.server.ts";
import { taskAction } from "#app/server/action.server.ts";
import { readForm } from "#app/server/form.server.ts";
import { toast } from "#app/server/toast.server.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

const toasts = {
  date: toast("success", "Date changed"),
  category: toast("success", "Category changed"),
  // Someone else was faster. The page shows the present state.
  nothing: toast("success", "This was changed already"),
};

export const action = taskAction("/dashboard", async ({ db, viewer, id, request }) => {
  if (!(await findTask(db, viewer, id))) return redirectFromMissingTask(viewer, id);
  const { payload } = await readForm(request, otherReading);
  const changed = await chooseOther(db, viewer, id, otherReading.parse(payload));
  return toasts[changed ?? "nothing"];
});

import { createClientAction } from "#app/ui/saving/client-action.ts";
import { endRepetition } from "#app/domain/series/changing/repetition.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { redirectFromMissingTask } from "#app/routes/tasks/after-action.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { toast } from "#app/server/toast.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction("/tasks/:id", async ({ db, viewer, id }) => {
  if (!(await findTask(db, viewer, id))) return redirectFromMissingTask(viewer, id);
  if ((await endRepetition(db, viewer, id, { isEnded: true })).status !== "saved") {
    const message =
      "It is done already, or it no longer repeats. You can stop the next one on its own page.";
    return toast("error", "Nothing changed", { message });
  }
  const message = "This one is the last.";
  return toast("success", "It won't repeat any more", {
    message,
    undo: `/tasks/${id}/repeat/resume`,
  });
});

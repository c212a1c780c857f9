import { createClientAction } from "#app/ui/saving/client-action.ts";
import { endRepetition } from "#app/domain/series/changing/repetition.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { redirectFromMissingTask } from "#app/routes/tasks/after-action.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { describeSeries } from "./words.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction("/tasks/:id", async ({ db, viewer, id }) => {
  if (!(await findTask(db, viewer, id))) return redirectFromMissingTask(viewer, id);
  const resumed = await endRepetition(db, viewer, id, { isEnded: false });
  if (resumed.status !== "saved") {
    const isDone = "It is done already, or it still repeats. Reopen it, or add it again.";
    const message = resumed.status === "refused" ? resumed.words : isDone;
    return toast("error", "Nothing changed", { message });
  }
  return toast("success", "It repeats again", { message: await describeSeries(viewer, id) });
});

import { undoTaskOfItem } from "#app/domain/pages/items-and-tasks.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

/** Makes an item again of the task that it became. */
export const action = pageAction("/lists/:id", async ({ db, viewer, id: listId, params }) => {
  const { at = "", tasks = "" } = params;
  const change = { listId, at, taskIds: tasks.split(",") };
  const undone = await undoTaskOfItem(db, viewer, change);
  if (typeof undone === "object")
    return toast("error", "Nothing changed", { message: undone.kept });
  return undone && toast("success", "Back on the list");
});

import { bringBack } from "#app/domain/pages/items-and-tasks.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

/** Makes a task again of the item that it became. */
export const action = pageAction("/dashboard", async ({ db, viewer, params }) => {
  const [taskId = ""] = (params.request ?? "").split("_");
  const undone = await bringBack(db, viewer, taskId, { isUndo: true });
  if (typeof undone === "string")
    return toast("error", "Nothing changed", { message: `${undone}.` });
  return undone && toast("success", "Task restored");
});

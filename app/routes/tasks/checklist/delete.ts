import { deleteItem } from "#app/domain/tasks/checklist/checklist.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction(
  "/tasks/:id/checklist",
  async ({ db, viewer, id: taskId, params: { iid: itemId = "" } }) => {
    const name = await deleteItem(db, viewer, { taskId, itemId });
    const undo = `/tasks/${taskId}/checklist/${itemId}/restore`;
    return name !== null && toast("success", "Item deleted", { taskTitle: name, undo });
  },
);

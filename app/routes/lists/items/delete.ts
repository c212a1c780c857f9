import { deleteItem } from "#app/domain/lists/items.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { toast } from "#app/server/toast.server.ts";

export { deleteItem as clientAction } from "#app/ui/offline/waiting-action.ts";
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction("/lists/:id", async ({ db, viewer, id, params }) => {
  const deleted = await deleteItem(db, viewer, params.iid ?? "");
  return (
    deleted &&
    toast("success", "Item deleted", {
      taskTitle: deleted.name,
      ...(deleted.canUndo && { undo: `/lists/${id}/deleted/${deleted.at}/restore` }),
    })
  );
});

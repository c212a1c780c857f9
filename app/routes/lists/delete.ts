import { deleteList } from "#app/domain/lists/lists.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction("/lists", async ({ db, viewer, id }) => {
  const name = await deleteList(db, viewer, id);
  return (
    name !== null &&
    toast("success", "List deleted", { taskTitle: name, undo: `/lists/${id}/restore` })
  );
});

import { undoAdded } from "#app/domain/lists/items.server.ts";
import { taskAction } from "#app/server/action.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

/** Takes back items that were added together. */
export const action = taskAction(
  "/lists/:id",
  async ({ db, viewer, id, params }) =>
    (await undoAdded(db, viewer, id, params.request ?? "")) && toast("success", "Taken back"),
);

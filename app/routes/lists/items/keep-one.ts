import { keepOne } from "#app/domain/lists/keep-one.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

/** Two people have added the same: makes one item of both. */
export const action = pageAction("/lists/:id", async ({ db, viewer, id, params }) => {
  const kept = await keepOne(db, viewer, params.iid ?? "");
  return (
    kept &&
    toast("success", "Now on the list once", {
      taskTitle: kept.name,
      ...(kept.at && { undo: `/lists/${id}/deleted/${kept.at}/restore` }),
    })
  );
});

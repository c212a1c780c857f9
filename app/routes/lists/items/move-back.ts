import { moveItem } from "#app/domain/lists/move-item.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

/** Undoes the move of an item to another list. */
export const action = pageAction("/lists/:id", async ({ db, viewer, params }) => {
  const moved = await moveItem(db, viewer, params.iid ?? "", params.to ?? "");
  if (moved === null) return null;
  return moved === "too_many"
    ? toast("error", "Nothing changed", { message: "The list is full." })
    : redirectWithToast(`/lists/${moved.list.id}`, toast("success", "Back on the list"));
});

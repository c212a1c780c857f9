import { listChoice } from "#app/domain/lists/input.ts";
import { moveItem } from "#app/domain/lists/move-item.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { requireForm } from "#app/server/form.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

/** Moves an item to another list. */
export const action = pageAction("/lists/:id", async ({ db, viewer, id, params, request }) => {
  const { list: to } = await requireForm(request, listChoice);
  const itemId = params.iid ?? "";
  const moved = await moveItem(db, viewer, itemId, to);
  if (moved === null) return null;
  if (moved === "too_many")
    return toast("error", "Nothing changed", { message: "That list is full." });
  const page = `/lists/${moved.list.id}`;
  return redirectWithToast(
    page,
    toast("success", `Moved to ${moved.list.name}`, {
      taskTitle: moved.name,
      undo: `${page}/items/${itemId}/back-to/${id}`,
    }),
  );
});

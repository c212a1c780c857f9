import { clearTicked } from "#app/domain/lists/items.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

/** Removes all ticked items of a list. */
export const action = pageAction("/lists/:id", async ({ db, viewer, id }) => {
  const cleared = await clearTicked(db, viewer, id);
  if (!cleared) return null;
  const { count, at } = cleared;
  if (count === 0) return toast("success", "Nothing was ticked");
  const title = count === 1 ? "1 item cleared" : `${count} items cleared`;
  return toast("success", title, { undo: `/lists/${id}/deleted/${at}/restore` });
});

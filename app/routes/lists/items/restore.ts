import { restoreItems } from "#app/domain/lists/items.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

/** Brings back items that were deleted or cleared together. */
export const action = pageAction("/lists/:id", async ({ db, viewer, id, params }) => {
  const outcome = await restoreItems(db, viewer, id, params.at ?? "");
  if (outcome === "missing") return null;
  return outcome === "restored"
    ? toast("success", "Back on the list")
    : toast("error", "Nothing changed", { message: "The list is full." });
});

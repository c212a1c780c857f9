import { restoreDeleted } from "#app/domain/pages/recently-deleted.server.ts";
import { undoneChanges } from "#app/domain/tasks/input.ts";
import { pageAction } from "#app/server/action.server.ts";
import { badRequest } from "#app/server/http-errors.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

/** Restores the tasks that were deleted between two instants. */
export const action = pageAction("/deleted", async ({ db, viewer, request }) => {
  const sent = undoneChanges.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!sent.success) badRequest();
  const { restored, kept } = await restoreDeleted(db, viewer, sent.data);
  const message =
    kept > 0
      ? `${kept === 1 ? "One date stays" : `${kept} dates stay`} deleted: what repeats has gone on.`
      : undefined;
  if (restored === 0)
    return toast("error", "Nothing changed", { message: message ?? "They are back already." });
  return toast("success", restored === 1 ? "Task restored" : `${restored} tasks restored`, {
    message,
  });
});

import { createClientAction } from "#app/ui/saving/client-action.ts";
import { deleteAwayDates } from "#app/domain/series/changing/away.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { toast } from "#app/server/toast.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction(
  "/family/away",
  async ({ db, viewer, id }) =>
    (await deleteAwayDates(db, viewer, id)) && toast("success", "Removed"),
);

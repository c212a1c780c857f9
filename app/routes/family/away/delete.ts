import { createClientAction } from "#app/client/saving/client-action.ts";
import { deleteAwayDates } from "#app/domain/series/changing-turns/away.server.ts";
import { pageAction } from "#app/web/action.server.ts";
import { toast } from "#app/web/toast.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction(
  "/family/away",
  async ({ db, viewer, id }) =>
    (await deleteAwayDates(db, viewer, id)) && toast("success", "Removed"),
);

import { createClientAction } from "#app/ui/saving/client-action.ts";
import { endSessionElsewhere } from "#app/domain/accounts/sessions/session-list.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { toast } from "#app/server/toast.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction(
  "/preferences/account",
  async ({ db, viewer, id }) =>
    (await endSessionElsewhere(db, viewer, id)) && toast("success", "Signed out on that device"),
);

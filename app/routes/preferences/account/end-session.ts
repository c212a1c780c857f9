import { createClientAction } from "#app/client/saving/client-action.ts";
import { endSessionElsewhere } from "#app/domain/accounts/sessions/session-list.server.ts";
import { pageAction } from "#app/web/action.server.ts";
import { toast } from "#app/web/toast.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction(
  "/preferences/account",
  async ({ db, viewer, id }) =>
    (await endSessionElsewhere(db, viewer, id)) && toast("success", "Signed out on that device"),
);

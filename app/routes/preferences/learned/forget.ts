import { createClientAction } from "#app/ui/saving/client-action.ts";
import { forgetLearned } from "#app/domain/understanding/learned/learned-words.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { couldNotUpdate } from "../copy.ts";

export const clientAction = createClientAction(couldNotUpdate);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction(
  "/preferences/learned",
  async ({ db, viewer, id }) =>
    (await forgetLearned(db, viewer, id)) && toast("success", "Forgotten"),
);

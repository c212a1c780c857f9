import { createClientAction } from "#app/client/saving/client-action.ts";
import { forgetAllLearned } from "#app/domain/understanding/learned/learned-words.server.ts";
import { pageAction } from "#app/web/action.server.ts";
import { toast } from "#app/web/toast.server.ts";
import { couldNotUpdate } from "../copy.ts";

export const clientAction = createClientAction(couldNotUpdate);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction("/preferences/learned", async ({ db, viewer }) => {
  await forgetAllLearned(db, viewer);
  return toast("success", "Forgotten");
});

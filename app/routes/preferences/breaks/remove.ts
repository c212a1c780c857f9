import { createClientAction } from "#app/ui/saving/client-action.ts";
import { removeBreak } from "#app/domain/series/breaks/change-breaks.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { couldNotUpdate } from "../copy.ts";

export const clientAction = createClientAction(couldNotUpdate);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction("/preferences/breaks", async ({ db, viewer, id }) => {
  const removed = await removeBreak(db, viewer, id);
  return removed && toast("success", `${removed.name} removed`);
});

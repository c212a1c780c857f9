import { deleteHeld } from "#app/domain/caldav/held-deletions.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { couldNotUpdate } from "../../copy.ts";

export const clientAction = createClientAction(couldNotUpdate);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction("/preferences/data/deletions", async ({ db, viewer }) => {
  const count = await deleteHeld(db, viewer);
  const words = "Deleted. You find them among deleted tasks";
  return toast("success", count === 0 ? "Nothing waited for you" : words);
});

import { sendTest } from "#app/domain/webhooks/webhooks.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { couldNotUpdate } from "../../copy.ts";
import { sendingRefusals } from "./refusals.ts";

export const clientAction = createClientAction(couldNotUpdate);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction("/preferences/data/webhooks/:id", async ({ db, viewer, id }) => {
  const outcome = await sendTest(db, viewer, id);
  if (outcome === "missing") return null;
  if (outcome === "asked")
    return toast("success", "I'm sending a test", { message: "See below how it went." });
  return toast("error", "Not now", { message: sendingRefusals[outcome] });
});

import { sendAgain } from "#app/domain/webhooks/webhooks.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { couldNotUpdate } from "../../copy.ts";
import { sendingRefusals } from "./refusals.ts";

export const clientAction = createClientAction(couldNotUpdate);
export { default, loader } from "#app/routes/not-found.tsx";

const list = "/preferences/data/webhooks";

export const action = pageAction(list, async ({ db, viewer, id }) => {
  const sent = await sendAgain(db, viewer, id);
  if (!sent) return null;
  const { webhookId, outcome } = sent;
  const about =
    outcome === "asked"
      ? toast("success", "I'm sending it again")
      : toast("error", "Not now", { message: sendingRefusals[outcome] });
  return redirectWithToast(`${list}/${webhookId}`, about);
});

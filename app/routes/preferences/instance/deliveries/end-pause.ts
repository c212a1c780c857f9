import { createClientAction } from "#app/ui/saving/client-action.ts";
import { pausedChannel } from "#app/domain/instance/input.ts";
import { endPause } from "#app/domain/outbox/channels/pauses/end-pause.server.ts";
import { requireForm } from "#app/server/form.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { ownerAction } from "../owner.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export const action = ownerAction("/preferences/instance/deliveries", async ({ db, request }) => {
  const { channel } = await requireForm(request, pausedChannel);
  await endPause(db, channel);
  return toast("success", "Pause ended");
});

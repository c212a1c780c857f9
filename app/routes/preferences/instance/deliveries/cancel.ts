import { createClientAction } from "#app/ui/saving/client-action.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { cancelWaiting } from "#app/domain/outbox/sending/by-owner.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { ownerAction } from "../owner.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export const action = ownerAction("/preferences/instance/deliveries", async ({ db, id }) =>
  (await cancelWaiting(db, id, nowIso()))
    ? toast("success", "Message cancelled")
    : toast("error", "Too late: it is already on its way."),
);

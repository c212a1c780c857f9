import { createClientAction } from "#app/ui/saving/client-action.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { decideOnHeld } from "#app/domain/instance/restored-backup.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { ownerAction } from "../owner.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export const action = ownerAction("/preferences/instance/deliveries", async ({ db }) => {
  await decideOnHeld(db, "send", nowIso());
  return toast("success", "They go out now");
});

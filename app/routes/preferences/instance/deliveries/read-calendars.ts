import { nowIso } from "#app/domain/core/time.ts";
import { releaseAllSources } from "#app/domain/lifecycle/held-sources.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { ownerAction } from "../owner.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export const action = ownerAction("/preferences/instance/deliveries", async ({ db }) => {
  await releaseAllSources(db, nowIso());
  return toast("success", "I read them again now");
});

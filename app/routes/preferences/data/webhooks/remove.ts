import { removeWebhook } from "#app/domain/webhooks/webhooks.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { auditSource } from "#app/server/audit-source.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { couldNotUpdate } from "../../copy.ts";

export const clientAction = createClientAction(couldNotUpdate);
export { default, loader } from "#app/routes/not-found.tsx";

const list = "/preferences/data/webhooks";

export const action = pageAction(list, async ({ db, viewer, id, context }) => {
  const host = await removeWebhook(db, viewer, id, auditSource(context));
  return host !== undefined && toast("success", `Webhook to ${host} removed`);
});

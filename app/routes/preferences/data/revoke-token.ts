import { revokeToken } from "#app/domain/tokens/tokens.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { auditSource } from "#app/server/audit-source.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { couldNotUpdate } from "../copy.ts";

export const clientAction = createClientAction(couldNotUpdate);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction("/preferences/data", async ({ db, viewer, id, context }) => {
  const name = await revokeToken(db, viewer, id, auditSource(context));
  return name !== undefined && toast("success", `${name} revoked`);
});

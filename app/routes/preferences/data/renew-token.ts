import { renewToken } from "#app/domain/tokens/tokens.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { auditSource } from "#app/server/audit-source.server.ts";
import { requireFullyConfirmed } from "#app/server/confirmed.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { couldNotUpdate } from "../copy.ts";
import { showToken } from "./shown-token.server.ts";

export const clientAction = createClientAction(couldNotUpdate);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction("/preferences/data", async ({ db, viewer, id, back, context }) => {
  await requireFullyConfirmed(viewer, back);
  const made = await renewToken(db, viewer, id, auditSource(context));
  const message = "The old secret no longer works.";
  return made && showToken(viewer.userId, made, toast("success", "Token renewed", { message }));
});

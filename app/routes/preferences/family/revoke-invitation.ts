import { createClientAction } from "#app/client/saving/client-action.ts";
import { revokeInvitation } from "#app/domain/household/invitations/invitations.server.ts";
import { pageAction } from "#app/web/action.server.ts";
import { forbidden } from "#app/web/http-errors.server.ts";
import { toast } from "#app/web/toast.server.ts";
import { endedToast } from "./invitation-toast.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction("/preferences/family/invite", async ({ db, viewer, id }) => {
  const outcome = await revokeInvitation(db, viewer, id);
  if (outcome === "missing") return null;
  if (outcome === "forbidden") forbidden();
  if (outcome === "accepted" || outcome === "revoked") return endedToast(outcome);
  return toast("success", "Invitation revoked");
});

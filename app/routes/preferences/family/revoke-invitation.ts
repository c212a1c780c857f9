import { createClientAction } from "#app/ui/saving/client-action.ts";
import { revokeInvitation } from "#app/domain/people/invitations/invitations.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { forbidden } from "#app/server/http-errors.server.ts";
import { toast } from "#app/server/toast.server.ts";
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

import { createClientAction } from "#app/ui/saving/client-action.ts";
import { couldNotInvite } from "#app/ui/saving/family-failures.ts";
import { resendInvitation } from "#app/domain/people/invitations/invitations.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { requireConfirmed } from "#app/server/confirmed.server.ts";
import { forbidden } from "#app/server/http-errors.server.ts";
import { canSendEmail } from "#app/server/instance.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { endedToast, invitationToast, tooManyInvitations } from "./invitation-toast.server.ts";

export const clientAction = createClientAction(couldNotInvite);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction("/preferences/family/invite", async ({ db, viewer, id, back }) => {
  requireConfirmed(viewer, back);
  const outcome = await resendInvitation(db, viewer, id, canSendEmail);
  if (outcome === "missing") return null;
  if (outcome === "forbidden") forbidden();
  if (outcome === "accepted" || outcome === "revoked") return endedToast(outcome);
  if (outcome === "too_often") return toast("error", "Not sent", { message: tooManyInvitations });
  return invitationToast(viewer.userId);
});

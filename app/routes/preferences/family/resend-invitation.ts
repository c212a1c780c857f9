import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { resendInvitation } from "#app/domain/household/invitations/invitations.server.ts";
import { requireConfirmed } from "#app/web/confirmed.server.ts";
import { forbidden, notFound } from "#app/web/http-errors.server.ts";
import { endedToast, invitationToast, tooManyInvitations } from "./invitation-toast.server.ts";
import { canSendEmail } from "#app/web/instance.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { couldNotInvite } from "#app/client/saving/family-failures.ts";

export const clientAction = createClientAction(couldNotInvite);
export { default, loader } from "../../not-found.tsx";

const list = "/preferences/family/invite";

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { returnTo: list });
  requireConfirmed(viewer, list);
  const outcome = await resendInvitation(database(), viewer, args.params.id ?? "", canSendEmail);
  if (outcome === "missing") notFound();
  if (outcome === "forbidden") forbidden();
  if (outcome === "accepted" || outcome === "revoked")
    return redirectWithToast(list, endedToast(outcome));
  if (outcome === "too_often")
    return redirectWithToast(list, toast("error", "Not sent", { message: tooManyInvitations }));
  return redirectWithToast(list, await invitationToast(viewer.userId));
}

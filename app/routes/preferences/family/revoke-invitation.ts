import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { revokeInvitation } from "#app/domain/household/invitations/invitations.server.ts";
import { forbidden, notFound } from "#app/web/http-errors.server.ts";
import { endedToast } from "./invitation-toast.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "../../not-found.tsx";

const list = "/preferences/family/invite";

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { returnTo: list });
  const outcome = await revokeInvitation(database(), viewer, args.params.id ?? "");
  if (outcome === "missing") notFound();
  if (outcome === "forbidden") forbidden();
  if (outcome === "accepted" || outcome === "revoked")
    return redirectWithToast(list, endedToast(outcome));
  return redirectWithToast(list, toast("success", "Invitation revoked"));
}

import type { ActionFunctionArgs } from "@remix-run/node";
import { sendInvitationBody } from "#app/domain/people/invitations/input.ts";
import { tooManyPeople } from "#app/domain/people/room-for-people.server.ts";
import { invite } from "#app/domain/people/invitations/invitations.server.ts";
import { apiError, readBody, requireCaller } from "./api.server.ts";
import { tooManyInvitations } from "#app/routes/preferences/family/invitation-toast.server.ts";
import { isConfirmed } from "#app/server/confirmed.server.ts";
import { canSendEmail } from "#app/server/instance.server.ts";
import { database } from "#db/connection.server.ts";
import { isMember, onlyOwnerInvites } from "#app/ui/family/copy.ts";

export { postOnly as loader } from "#app/server/http-errors.server.ts";

/** See the specification, section 7. */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireCaller(args);
  const { inviteeEmail, householdId } = await readBody(args.request, sendInvitationBody);
  if (householdId !== viewer.householdId) return apiError("not_found", "Household not found.");
  if (!isConfirmed(viewer))
    return apiError("forbidden", "Please confirm it's you first, on the page /auth/confirm.");
  const outcome = await invite(database(), viewer, inviteeEmail, canSendEmail);
  if (outcome === "forbidden") return apiError("forbidden", `${onlyOwnerInvites}.`);
  if (outcome === "is_member") return apiError("conflict", `${isMember}.`);
  if (outcome === "full") return apiError("too_many", tooManyPeople);
  if (outcome === "too_often") return apiError("too_many", tooManyInvitations);
  const { id, email, expiresAt } = outcome;
  return Response.json({ id, invitee_email: email, status: "pending", expires_at: expiresAt });
}

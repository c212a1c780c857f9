import { canSendEmail } from "#app/web/instance.server.ts";
import { toast } from "#app/web/toast.server.ts";

export const tooManyInvitations = "I've emailed this address three times in the last hour. Please try again later.";

export function invitationToast() {
  if (canSendEmail) return toast("success", "Invitation sent!");
  return toast("success", "Invitation ready", { message: "Copy the link below and send it to them." });
}

export function endedToast(status: "accepted" | "revoked") {
  if (status === "revoked") return toast("success", "This invitation was already revoked");
  return toast("success", "This invitation was already accepted", { message: "Nothing for you to do." });
}

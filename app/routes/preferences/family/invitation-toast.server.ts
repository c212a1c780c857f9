import { canSendEmail } from "#app/web/instance.server.ts";
import { toast } from "#app/web/toast.server.ts";

export const tooOften = "This address was written to three times within the hour. Please try again later.";

/** For a new invitation. Without email there is a link to copy. */
export function invitationToast() {
  if (canSendEmail) return toast("success", "Invitation sent!");
  return toast("success", "Invitation ready", { message: "Copy its link, and send it to them yourself." });
}

/** For an invitation that was accepted or revoked meanwhile. */
export function endedToast(how: "accepted" | "revoked") {
  if (how === "revoked") return toast("success", "This invitation was revoked already");
  return toast("success", "This invitation was accepted already", { message: "There is nothing left to do." });
}

import { canSendEmail } from "#app/web/instance.server.ts";
import { toast } from "#app/web/toast.server.ts";

/** What is said of one that was not sent, lest a mailbox be flooded. */
export const tooOften = "This address was written to three times within the hour. Please try again later.";

/** What is said of an invitation that was made: nothing pretends to be sent. */
export function invitationToast() {
  if (canSendEmail) return toast("success", "Invitation sent!");
  return toast("success", "Invitation ready", { message: "Copy its link, and send it to them yourself." });
}

/** What is said of one that somebody has just accepted or taken back. */
export function endedToast(how: "accepted" | "revoked") {
  if (how === "revoked") return toast("success", "This invitation was revoked already");
  return toast("success", "This invitation was accepted already", { message: "There is nothing left to do." });
}

import { mustConfirmFirst } from "#app/domain/accounts/confirmed-address.server.ts";
import { canSendEmail } from "#app/server/instance.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { database } from "#db/connection.server.ts";

export const tooManyInvitations =
  "I've emailed this address three times in the last hour. Please try again later.";

const sentLater = "I'll send it once you confirm your email address.";

export async function invitationToast(userId: string) {
  if (await mustConfirmFirst(database(), userId, canSendEmail)) {
    return toast("success", "Invitation saved", { message: sentLater });
  }
  if (canSendEmail) return toast("success", "Invitation sent!");
  return toast("success", "Invitation ready", {
    message: "Copy the link below and send it to them.",
  });
}

/** Returns the toast's text for someone who was added and invited in one form. */
export async function invitedMessage(userId: string): Promise<string> {
  if (await mustConfirmFirst(database(), userId, canSendEmail))
    return `Invitation saved. ${sentLater}`;
  return canSendEmail ? "Invitation sent!" : "Copy their link and send it to them.";
}

export function endedToast(status: "accepted" | "revoked") {
  if (status === "revoked") return toast("success", "This invitation was already revoked");
  return toast("success", "This invitation was already accepted", {
    message: "Nothing for you to do.",
  });
}

import { tooManyTriesMessage } from "#app/server/sign-in/check-password.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";

const messages = {
  refused: "That passkey didn't work here. Try again, or use your password.",
  too_many: tooManyTriesMessage,
};

export function refusePasskey(page: string, reason: keyof typeof messages): Promise<Response> {
  return redirectWithToast(page, toast("error", "Error", { message: messages[reason] }));
}

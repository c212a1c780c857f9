import { confirmSession } from "#app/domain/accounts/sessions/session.server.ts";
import { confirmPath } from "#app/web/confirmed.server.ts";
import type { SignedIn } from "#app/web/session.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";

export async function finishConfirmation(
  { sessionId }: SignedIn,
  redirectTo: string,
  cookies: string[] = [],
): Promise<Response> {
  await confirmSession(database(), sessionId);
  const thanks = toast("success", "Thanks, it's you", { message: "Please carry on where you left off." });
  return redirectWithToast(redirectTo, thanks, cookies);
}

export function refuseConfirmation(message: string, redirectTo: string, cookies: string[]): Promise<Response> {
  return redirectWithToast(confirmPath(redirectTo), toast("error", "Error", { message }), cookies);
}

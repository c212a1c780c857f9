import { redirect } from "@remix-run/node";
import { confirmFully, confirmSession } from "#app/domain/accounts/sessions/session.server.ts";
import { confirmPath, leadsToStep } from "#app/server/confirmed.server.ts";
import type { SignedIn } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { database } from "#db/connection.server.ts";

export async function finishConfirmation(
  { sessionId }: SignedIn,
  redirectTo: string,
  cookies: string[] = [],
): Promise<Response> {
  await confirmSession(database(), sessionId);
  return leadsToStep(redirectTo) ? goToStep(redirectTo, cookies) : thank(redirectTo, cookies);
}

/** Called after the second step. */
export async function finishFullConfirmation(
  { sessionId }: SignedIn,
  redirectTo: string,
): Promise<Response> {
  await confirmFully(database(), sessionId);
  return thank(redirectTo);
}

function goToStep(path: string, cookies: string[]): Response {
  const headers = new Headers();
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return redirect(path, { status: 303, headers });
}

function thank(redirectTo: string, cookies: string[] = []): Promise<Response> {
  const thanks = toast("success", "Thanks, it's you", {
    message: "Please carry on where you left off.",
  });
  return redirectWithToast(redirectTo, thanks, cookies);
}

export function refuseConfirmation(
  message: string,
  redirectTo: string,
  cookies: string[],
): Promise<Response> {
  return redirectWithToast(confirmPath(redirectTo), toast("error", "Error", { message }), cookies);
}

import { redirect } from "@remix-run/node";
import { allowsCalendar } from "#app/domain/accounts/google/account.server.ts";
import { beginGoogleConnection, hasGoogle, identifyByGoogle } from "#app/domain/accounts/google/identity.server.ts";
import { connectCalendar, findConnection, revokeUnused } from "#app/domain/calendar/google/connection.server.ts";
import { database } from "#db/connection.server.ts";
import { forgetJourney, rememberJourney, takeJourney } from "./google-cookies.server.ts";
import { googleInstance } from "./google-sign-in.server.ts";
import { linkBase } from "./link-base.server.ts";
import type { SignedIn } from "./session.server.ts";
import { redirectWithToast, toast } from "./toast.server.ts";

const page = "/preferences/calendar";

/** Why the calendar is not connected, for people. */
const refusals = {
  not_set_up: "This Mila is not known to Google yet. How to change that stands on this page.",
  declined: "You did not go on at Google. Nothing has changed; try again whenever you like.",
  refused: "Google did not confirm that it is you. Please try again.",
  unanswered: "Google does not answer right now. Please try again in a moment.",
  unverified: "Google does not know yet that this email address is yours. Confirm it there, then try again.",
  no_calendar: "You did not tick the calendar at Google. Without it nothing can be saved there; please try again.",
  someone_elses: "That Google account belongs to somebody else on this Mila. Please choose another one.",
  another_account:
    "That is another Google account than the one you are connected to. Please choose the same, or disconnect first.",
};

/** Sends the viewer to Google to allow their calendar. */
export async function startConnection(request: Request, viewer: SignedIn): Promise<Response> {
  if (!hasGoogle) return refuse("not_set_up");
  const connection = await findConnection(database(), viewer.userId);
  const { url, state, verifier } = beginGoogleConnection(redirectUri(request), connection?.email);
  const cookie = await rememberJourney({ state, verifier, redirectTo: page, userId: viewer.userId });
  return redirect(url, { status: 303, headers: { "Set-Cookie": cookie } });
}

/**
 * Connects the calendar of who comes back from Google, or says why not on its page. Null for who was not sent there from
 * this browser as this user, or has come back before.
 */
export async function finishConnection(request: Request, viewer: SignedIn | null): Promise<Response | null> {
  const answer = new URL(request.url).searchParams;
  const journey = hasGoogle ? await takeJourney(request, answer.get("state")) : null;
  if (!journey?.userId || journey.userId !== viewer?.userId) return null;
  const code = answer.get("code");
  if (!code) return refuse("declined");
  const asked = await identifyByGoogle({ code, verifier: journey.verifier, redirectUri: redirectUri(request) });
  if (asked.is !== "known") return refuse(asked.is);
  const { sub, email, scope, refreshToken } = asked.identity;
  if (!allowsCalendar(scope)) return refuse("no_calendar");
  if (!refreshToken) return refuse("refused");
  const grant = { sub, email, refreshToken };
  const connected = await database()
    .transaction()
    .execute((trx) => connectCalendar(trx, journey.userId ?? "", grant, googleInstance.encryptionKey));
  if (connected !== "connected") {
    await revokeUnused(database(), grant);
    return refuse(connected);
  }
  const message = `Tasks that you add to your calendar go to ${email}.`;
  return redirectWithToast(page, toast("success", "Google Calendar connected", { message }), [await forgetJourney()]);
}

async function refuse(why: keyof typeof refusals): Promise<Response> {
  return redirectWithToast(page, toast("error", "Not connected", { message: refusals[why] }), [await forgetJourney()]);
}

/** Where Google sends people back to; both requests to Google must name the same. */
function redirectUri(request: Request): string {
  return `${linkBase(request).origin}${page}/callback`;
}

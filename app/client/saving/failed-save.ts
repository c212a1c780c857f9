import { type ClientActionFunctionArgs, isRouteErrorResponse, type ShouldRevalidateFunction } from "@remix-run/react";
import { dialogIsIdle, wayBack } from "../dialog/open-dialog.ts";

/** What a change that did not reach the server, or broke there, leaves instead of an error page: everything stays put. */
interface FailedSave {
  failed: { title: string; message: string };
  /** The server was reached: what it was about is not there any more, and the page is to show so. */
  isGone?: boolean;
}

/** The specification's words for it (section 8). */
const couldNotSave: FailedSave = {
  failed: { title: "Hmm, I couldn't save that.", message: "Want me to try again or remind you later tonight?" },
};

const couldNotSaveSettings: FailedSave = {
  failed: { title: "Error saving settings", message: "Please try again in a moment." },
};

const couldNotDelegate: FailedSave = {
  failed: { ...couldNotSave.failed, title: "Hmm, I couldn't delegate that." },
};

const couldNotSignIn: FailedSave = {
  failed: { title: "Error", message: "Mila cannot be reached right now. Please try again in a moment." },
};

const couldNotInvite: FailedSave = { failed: { title: "Error", message: "Failed to send invitation" } };
const couldNotAccept: FailedSave = { failed: { title: "Error", message: "Failed to accept invitation" } };
const couldNotRemove: FailedSave = {
  failed: { title: "Error removing member", message: "Please try again in a moment." },
};
const couldNotUpdate: FailedSave = {
  failed: { title: "Error updating preferences", message: "Please try again in a moment." },
};
const couldNotSignOut: FailedSave = {
  failed: { title: "Error signing out", message: "You are still signed in. Please try again in a moment." },
};

/** For routes that save: the action as the server's, but when that cannot be had the page stays as it is and says so. */
export const clientAction = (args: ClientActionFunctionArgs) => actOr(couldNotSave, args);

/** For pages of preferences, likewise; and for the notification settings. */
export const preferencesClientAction = (args: ClientActionFunctionArgs) => actOr(couldNotUpdate, args);
export const settingsClientAction = (args: ClientActionFunctionArgs) => actOr(couldNotSaveSettings, args);

/** For asking somebody to do a task. */
export const delegateClientAction = (args: ClientActionFunctionArgs) => actOr(couldNotDelegate, args);

/** For the sign-in page, likewise. */
export const signInClientAction = (args: ClientActionFunctionArgs) => actOr(couldNotSignIn, args);

/** For the way out. */
export const signOutClientAction = (args: ClientActionFunctionArgs) => actOr(couldNotSignOut, args);

/** For invitations, and for taking somebody out. */
export const inviteClientAction = (args: ClientActionFunctionArgs) => actOr(couldNotInvite, args);
export const acceptClientAction = (args: ClientActionFunctionArgs) => actOr(couldNotAccept, args);
export const removeClientAction = (args: ClientActionFunctionArgs) => actOr(couldNotRemove, args);

/**
 * A page whose change never arrived is not loaded anew: that could not be had either. Nor is the dashboard when a
 * dialog over it is just closed: it stood there all the time, and closing must not fail for want of a connection.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  actionResult,
  formMethod,
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}) => {
  // What only asks what a text means changes nothing, and says itself when it cannot be had.
  const isAsked = formMethod === "GET" || (!formMethod && nextUrl.href !== currentUrl.href);
  const isLook = isAsked && nextUrl.pathname === "/tasks/confirm";
  const closesDialog = !formMethod && nextUrl.pathname === "/dashboard" && dialogIsIdle();
  const hasNotArrived = failureIn(actionResult) && !(actionResult as FailedSave).isGone;
  return hasNotArrived || isLook || closesDialog || wayBack.isUnderway ? false : defaultShouldRevalidate;
};

/** For pages with a form, likewise; and what others change meanwhile does not change the form under somebody's hands. */
export const shouldRevalidateForm: ShouldRevalidateFunction = (args) => {
  const isSameForm = !args.formMethod && args.currentUrl.href === args.nextUrl.href;
  return isSameForm ? false : shouldRevalidate(args);
};

/** The failure among what an action answered, if it is one. */
export function failureIn(answer: unknown): FailedSave["failed"] | undefined {
  return answer && typeof answer === "object" && "failed" in answer ? (answer as FailedSave).failed : undefined;
}

async function actOr(failure: FailedSave, { serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  try {
    return await serverAction();
  } catch (thrown) {
    if (isAnswer(thrown)) throw thrown;
    return failure;
  }
}

/** What the server said on purpose, whether it can be had or not. */
export function isAnswer(thrown: unknown): boolean {
  return thrown instanceof Response || (isRouteErrorResponse(thrown) && thrown.status < 500);
}

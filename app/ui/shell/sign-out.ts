import { type ClientActionFunctionArgs, replace } from "@remix-run/react";
import { showBadge } from "../offline/badge.ts";
import { hasUnsent } from "../offline/service-worker.ts";
import { createClientAction } from "../saving/client-action.ts";
import { routeActions } from "../saving/preloaded-actions.ts";

const sendSignOut = createClientAction({
  title: "Error signing out",
  message: "You're still signed in. Please try again in a moment.",
});

/** Asks first if something still waits to be saved. */
export async function signOut(args: ClientActionFunctionArgs): Promise<unknown> {
  if (await hasUnsent()) return replace("/sign-out/waiting");
  showBadge(0);
  return sendSignOut(args);
}

export const signOutActions = routeActions("routes/auth/sign-out", ["action"], signOut);

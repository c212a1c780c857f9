import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { type ClientActionFunctionArgs, replace } from "@remix-run/react";
import { showBadge } from "#app/client/offline/badge.ts";
import { hasUnsent } from "#app/client/offline/service-worker.ts";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { readRedirectTo } from "#app/web/form.server.ts";
import { signOutCookie } from "#app/web/session.server.ts";

const signOut = createClientAction({
  title: "Error signing out",
  message: "You're still signed in. Please try again in a moment.",
});

/** Asks first if something still waits to be saved. */
export async function clientAction(args: ClientActionFunctionArgs): Promise<unknown> {
  if (await hasUnsent()) return replace("/sign-out/waiting");
  showBadge(0);
  return signOut(args);
}

export { default, loader } from "../../not-found.tsx";

/** Returns to the sign-in page, and from there to the page that asked to sign out. */
export async function action({ request }: ActionFunctionArgs) {
  const redirectTo = await readRedirectTo(request, "");
  const to = redirectTo ? `/auth?${new URLSearchParams({ redirectTo })}` : "/auth";
  return redirect(to, { status: 303, headers: { "Set-Cookie": await signOutCookie(request) } });
}

import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { signOutCookie } from "#app/web/session.server.ts";

export const clientAction = createClientAction({
  title: "Error signing out",
  message: "You're still signed in. Please try again in a moment.",
});
export { default, loader } from "../not-found.tsx";

export async function action({ request }: ActionFunctionArgs) {
  return redirect("/auth", { status: 303, headers: { "Set-Cookie": await signOutCookie(request) } });
}

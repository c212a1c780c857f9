import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { signOutCookie } from "#app/web/session.server.ts";

export { signOutClientAction as clientAction } from "#app/client/saving/failed-save.ts";
export { default, loader } from "../not-found.tsx";

export async function action({ request }: ActionFunctionArgs) {
  return redirect("/auth", { status: 303, headers: { "Set-Cookie": await signOutCookie(request) } });
}

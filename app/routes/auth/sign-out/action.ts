import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { readRedirectTo } from "#app/server/form.server.ts";
import { signOutWith } from "#app/server/session.server.ts";

export { signOut as clientAction } from "#app/ui/shell/sign-out.ts";
export { default, loader } from "#app/routes/not-found.tsx";

/** Returns to the sign-in page, and from there to the page that asked to sign out. */
export async function action({ request }: ActionFunctionArgs) {
  const redirectTo = await readRedirectTo(request, "");
  const to = redirectTo ? `/auth?${new URLSearchParams({ redirectTo })}` : "/auth";
  return signOutWith(redirect(to, 303), request);
}

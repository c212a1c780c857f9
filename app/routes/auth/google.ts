import type { ActionFunctionArgs } from "@remix-run/node";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";

export { default, loader } from "../not-found.tsx";

/** Says how it is set up: there are no keys for it in the settings of this version. */
export async function action(_args: ActionFunctionArgs) {
  const message =
    "Signing in with Google is not set up on this Mila. Whoever runs it adds GOOGLE_CLIENT_ID and " +
    "GOOGLE_CLIENT_SECRET to its settings. Until then, email and password work.";
  return redirectWithToast("/auth", toast("error", "Error", { message }));
}

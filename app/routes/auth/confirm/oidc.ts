import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { couldNotSignIn } from "#app/ui/saving/sign-in-failures.ts";
import { confirmPath } from "#app/server/confirmed.server.ts";
import { readRedirectTo } from "#app/server/form.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { startOidcConfirmation } from "./oidc.server.ts";

export const clientAction = createClientAction(couldNotSignIn);
export { default, loader } from "#app/routes/not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  const redirectTo = await readRedirectTo(args.request, "/dashboard");
  const viewer = await requireViewer(args, {
    returnTo: confirmPath(redirectTo),
    isAddingFactor: true,
  });
  return startOidcConfirmation(args.request, viewer, redirectTo, args.context);
}

import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { couldNotSignIn } from "#app/client/saving/sign-in-failures.ts";
import { confirmPath } from "#app/web/confirmed.server.ts";
import { readRedirectTo } from "#app/web/form.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { startOidcConfirmation } from "./oidc.server.ts";

export const clientAction = createClientAction(couldNotSignIn);
export { default, loader } from "../../not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  const redirectTo = await readRedirectTo(args.request, "/dashboard");
  const viewer = await requireViewer(args, {
    returnTo: confirmPath(redirectTo),
    isAddingFactor: true,
  });
  return startOidcConfirmation(args.request, viewer, redirectTo, args.context);
}

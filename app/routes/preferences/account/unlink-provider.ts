import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { unlinkProvider } from "#app/domain/accounts/credentials/providers.server.ts";
import { auditSource } from "#app/web/audit-source.server.ts";
import { requireFullyConfirmed } from "#app/web/confirmed.server.ts";
import { notFound } from "#app/web/http-errors.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "../../not-found.tsx";

const account = "/preferences/account";

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { returnTo: account });
  const { provider } = args.params;
  if (provider !== "google" && provider !== "oidc") notFound();
  await requireFullyConfirmed(viewer, account);
  const { userId } = viewer;
  if (!(await unlinkProvider(database(), { userId, provider, source: auditSource(args.context) })))
    notFound();
  return redirectWithToast(
    account,
    toast("success", "Sign-in removed", { message: "Your password still works." }),
  );
}

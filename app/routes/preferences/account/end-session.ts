import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { endSessionElsewhere } from "#app/domain/accounts/sessions/session-list.server.ts";
import { notFound } from "#app/web/http-errors.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "../../not-found.tsx";

const account = "/preferences/account";

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { returnTo: account });
  if (!(await endSessionElsewhere(database(), viewer, args.params.id ?? ""))) notFound();
  return redirectWithToast(account, toast("success", "Signed out on that device"));
}

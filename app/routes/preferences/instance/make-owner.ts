import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { handMilaOver } from "#app/domain/accounts/owner/owner.server.ts";
import { notFound } from "#app/web/http-errors.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { accountsPage, requireOwnerOf } from "./owner.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "../../not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  const { owner, account } = await requireOwnerOf(args, { returnTo: accountsPage });
  if (!(await handMilaOver(database(), { from: owner.userId, to: account.id }))) notFound();
  const message = `${account.email} is Mila's owner now.`;
  return redirectWithToast("/preferences", toast("success", "Owner changed", { message }));
}

import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { endAllSessions } from "#app/domain/accounts/sessions/session-list.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { accountsPage, requireConfirmedOwnerOf } from "./owner.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "../../not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  const { account } = await requireConfirmedOwnerOf(args);
  await endAllSessions(database(), account.id, "owner");
  return redirectWithToast(
    accountsPage,
    toast("success", "Signed out everywhere", { message: account.email }),
  );
}

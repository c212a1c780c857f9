import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { turnOffTwoStep } from "#app/domain/accounts/factors/factors.server.ts";
import { requireFullyConfirmed } from "#app/web/confirmed.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { accountsPage, requireOwnerOf } from "./owner.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "../../not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  const { owner, account } = await requireOwnerOf(args, { returnTo: accountsPage });
  await requireFullyConfirmed(owner, accountsPage);
  await turnOffTwoStep(database(), { userId: account.id, by: "owner" });
  return redirectWithToast(
    accountsPage,
    toast("success", "Two-step sign-in is off", { message: account.email }),
  );
}

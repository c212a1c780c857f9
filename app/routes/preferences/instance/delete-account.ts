import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { prepareRevocation } from "#app/domain/calendar/google/connection.server.ts";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import { notFound } from "#app/web/http-errors.server.ts";
import { signUpInstance } from "#app/web/instance.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { accountsPage, requireConfirmedOwnerOf } from "./owner.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "../../not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  const { account } = await requireConfirmedOwnerOf(args);
  const revoke = await prepareRevocation(database(), account.id, signUpInstance.encryptionKey);
  const outcome = await deleteAccount(database(), account.id, { by: "owner" });
  // It became the owner's meanwhile.
  if (outcome === "no_owner_left") notFound();
  await revoke();
  return redirectWithToast(
    accountsPage,
    toast("success", "Account deleted", { message: account.email }),
  );
}

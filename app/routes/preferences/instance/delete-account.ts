import { createClientAction } from "#app/ui/saving/client-action.ts";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { accountAction } from "./owner.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export const action = accountAction(async ({ db, account }) => {
  const outcome = await deleteAccount(db, account.id, { by: "owner" });
  // The account has become the owner's since.
  if (outcome === "no_owner_left") return null;
  return toast("success", "Account deleted", { message: account.email });
});

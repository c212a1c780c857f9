import { createClientAction } from "#app/ui/saving/client-action.ts";
import { prepareRevocation } from "#app/domain/calendar/google/connection.server.ts";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import { signUpInstance } from "#app/server/instance.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { accountAction } from "./owner.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export const action = accountAction(async ({ db, account }) => {
  const revoke = await prepareRevocation(db, account.id, signUpInstance.encryptionKey);
  const outcome = await deleteAccount(db, account.id, { by: "owner" });
  // It became the owner's meanwhile.
  if (outcome === "no_owner_left") return null;
  await revoke();
  return toast("success", "Account deleted", { message: account.email });
});

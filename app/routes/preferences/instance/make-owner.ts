import { createClientAction } from "#app/ui/saving/client-action.ts";
import { handMilaOver } from "#app/domain/accounts/owner/owner.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { accountAction } from "./owner.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export const action = accountAction(async ({ db, viewer, account }) => {
  if (!(await handMilaOver(db, { from: viewer.userId, to: account.id }))) return null;
  const message = `${account.email} is Mila's owner now.`;
  return redirectWithToast("/preferences", toast("success", "Owner changed", { message }));
});

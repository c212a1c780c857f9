import { createClientAction } from "#app/ui/saving/client-action.ts";
import { endAllSessions } from "#app/domain/accounts/sessions/session-list.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { accountAction } from "./owner.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export const action = accountAction(async ({ db, account }) => {
  await endAllSessions(db, account.id, "owner");
  return toast("success", "Signed out everywhere", { message: account.email });
});

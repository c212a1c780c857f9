import { removeMailbox } from "#app/domain/mail/mailbox/mailboxes.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { couldNotUpdate } from "../copy.ts";

export const clientAction = createClientAction(couldNotUpdate);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction("/preferences/mail", async ({ db, viewer, id }) => {
  const host = await removeMailbox(db, viewer, id);
  return host !== undefined && toast("success", `${host} removed`);
});

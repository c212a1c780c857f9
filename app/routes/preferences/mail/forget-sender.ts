import { forgetSender } from "#app/domain/mail/senders.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { couldNotUpdate } from "../copy.ts";

export const clientAction = createClientAction(couldNotUpdate);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction(
  "/preferences/mail",
  async ({ db, viewer, id }) =>
    (await forgetSender(db, viewer, id)) &&
    toast("success", "Settings updated", { message: "I ask again about this sender's mails." }),
);

import { forgetMail } from "#app/domain/mail/act-on-mail.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { encryptionKey } from "#app/server/instance.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

/** Deletes the words of a mail for good. */
export const action = pageAction(
  "/mail",
  async ({ db, viewer, id }) =>
    (await forgetMail(db, viewer, id, encryptionKey)) &&
    toast("success", "Mail deleted", { message: "Tasks that you added from it stay." }),
);

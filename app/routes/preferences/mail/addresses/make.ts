import { makeAddress } from "#app/domain/mail/forwarding/addresses.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { encryptionKey, mailIn } from "#app/server/instance.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { couldNotUpdate } from "../../copy.ts";

export const clientAction = createClientAction(couldNotUpdate);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction("/preferences/mail", async ({ db, viewer }) => {
  if (!mailIn) return null;
  await makeAddress(db, viewer, encryptionKey);
  return toast("success", "Your address is ready", { message: "Forward a mail to it to try it." });
});

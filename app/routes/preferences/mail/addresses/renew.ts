import { renewAddress } from "#app/domain/mail/forwarding/addresses.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { encryptionKey } from "#app/server/instance.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { couldNotUpdate } from "../../copy.ts";

export const clientAction = createClientAction(couldNotUpdate);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction(
  "/preferences/mail",
  async ({ db, viewer, id }) =>
    (await renewAddress(db, viewer, id, encryptionKey)) &&
    toast("success", "Settings updated", { message: "The old address no longer works." }),
);

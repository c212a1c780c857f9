import { renewSecret } from "#app/domain/webhooks/webhooks.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { auditSource } from "#app/server/audit-source.server.ts";
import { requireFullyConfirmed } from "#app/server/confirmed.server.ts";
import { encryptionKey } from "#app/server/instance.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { couldNotUpdate } from "../../copy.ts";
import { showSecret } from "./shown-secret.server.ts";

export const clientAction = createClientAction(couldNotUpdate);
export { default, loader } from "#app/routes/not-found.tsx";

const page = "/preferences/data/webhooks/:id";

export const action = pageAction(page, async ({ db, viewer, id, back, context }) => {
  await requireFullyConfirmed(viewer, back);
  const about = { encryptionKey, source: auditSource(context) };
  const made = await renewSecret(db, viewer, id, about);
  if (made === "lost_address")
    return toast("error", "Not now", { message: "Its address was lost. Please change it first." });
  const message = "The old secret signs nothing more.";
  return made && showSecret(viewer.userId, made, toast("success", "Secret renewed", { message }));
});

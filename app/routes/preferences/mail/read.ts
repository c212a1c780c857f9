import { askToReadMailbox } from "#app/domain/mail/mailbox/mailboxes.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { couldNotUpdate } from "../copy.ts";

export const clientAction = createClientAction(couldNotUpdate);
export { default, loader } from "#app/routes/not-found.tsx";

const refusals = {
  held: "I wait until Mila's owner lets me read it again.",
  too_often: "I've read your mailboxes often within this hour. Please try again later.",
};

export const action = pageAction("/preferences/mail", async ({ db, viewer, id }) => {
  const outcome = await askToReadMailbox(db, viewer, id);
  if (outcome === "missing") return null;
  if (outcome === "asked") return toast("success", "I'm reading it now");
  return toast("error", "Not now", { message: refusals[outcome] });
});

import { ignoreMail } from "#app/domain/mail/act-on-mail.server.ts";
import { findMail } from "#app/domain/mail/mails.server.ts";
import { ignoredMail } from "#app/domain/mail/input.ts";
import { chooseSender } from "#app/domain/mail/senders.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { requireForm } from "#app/server/form.server.ts";
import { encryptionKey } from "#app/server/instance.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction("/mail", async ({ db, viewer, id, request }) => {
  const { sender } = await requireForm(request, ignoredMail);
  const mail = await findMail(db, viewer, id, encryptionKey);
  if (!mail || !(await ignoreMail(db, viewer, id))) return null;
  const name =
    sender === "never" &&
    (await chooseSender(db, viewer, { mailId: id, rule: "never" }, encryptionKey));
  const undo = { undo: `/mail/${id}/undo?own`, undoneAt: "/mail" };
  return toast("success", "Put away", {
    message: name ? `I leave out mails from ${name} now.` : undefined,
    // It would delete the tasks that were added before.
    ...(mail.taskIds.size === 0 && undo),
  });
});

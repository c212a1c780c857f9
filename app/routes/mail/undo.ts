import { undoMail } from "#app/domain/mail/act-on-mail.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { encryptionKey } from "#app/server/instance.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

/** Deletes the tasks that a mail became, or brings back a mail that was put away. */
export const action = pageAction("/mail", async ({ db, viewer, id }) => {
  const undone = await undoMail(db, viewer, id, encryptionKey);
  if (!undone) return null;
  const count = undone.deleted + undone.restored;
  if (count === 0) return toast("success", "The mail is back");
  return toast("success", count === 1 ? "1 task taken back" : `${count} tasks taken back`);
});

import { undoMail } from "#app/domain/mail/act-on-mail.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { encryptionKey } from "#app/server/instance.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

/**
 * Deletes the tasks that a mail became, or brings back a mail that was put away. A toast's Undo
 * leaves alone what others have added since.
 */
export const action = pageAction("/mail", async ({ db, viewer, id, request }) => {
  const onlyOwn = new URL(request.url).searchParams.has("own");
  const undone = await undoMail(db, viewer, { mailId: id, onlyOwn }, encryptionKey);
  if (!undone) return null;
  const { kept } = undone;
  const count = undone.deleted + undone.restored;
  const message =
    kept.length > 0 ? `${titles.format(kept)}: added or changed by somebody since.` : undefined;
  if (count > 0)
    return toast("success", count === 1 ? "1 task taken back" : `${count} tasks taken back`, {
      message,
    });
  return kept.length > 0
    ? toast("error", "Nothing taken back", { message })
    : toast("success", "The mail is back");
});

const titles = new Intl.ListFormat("en-US");

import { addFromMail, type Done } from "#app/domain/mail/act-on-mail.server.ts";
import { chooseSender } from "#app/domain/mail/senders.server.ts";
import { chosenThings } from "#app/domain/mail/input.ts";
import { pageAction } from "#app/server/action.server.ts";
import { requireForm } from "#app/server/form.server.ts";
import { encryptionKey } from "#app/server/instance.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

/** Adds the ticked things of a mail as tasks. */
export const action = pageAction("/mail", async ({ db, viewer, id, request }) => {
  const { proposals, requestId, sender } = await requireForm(request, chosenThings);
  if (proposals.length === 0)
    return toast("error", "Nothing added", { message: "Please tick at least one." });
  const chosen = { mailId: id, things: proposals, requestId };
  const done = await addFromMail(db, viewer, chosen, encryptionKey);
  if (!done) return null;
  if ("refused" in done) return toast("error", "Not added", { message: done.refused });
  const name =
    sender === "always" &&
    (await chooseSender(db, viewer, { mailId: id, rule: "always" }, encryptionKey));
  const title = titleOf(done);
  if (title === null && done.missed > 0)
    return toast("error", "Nothing changed", { message: isOther });
  // Two people may press at once, or one of them twice.
  if (title === null) return toast("success", "Already added");
  return toast("success", title, {
    taskTitle: done.titles.length === 1 && title === oneAdded ? done.titles[0] : undefined,
    message: messageOf(done, name),
    undo: `/mail/${id}/undo?own`,
    undoneAt: "/mail",
  });
});

const oneAdded = "Task added!";
const isOther = "That task was changed meanwhile. Please look again.";

/** "Added 2, moved 1"; null if nothing was done. */
function titleOf({ titles, moved, cancelled }: Done): string | null {
  if (moved + cancelled === 0 && titles.length === 1) return oneAdded;
  const counts = [`added ${titles.length}`, `moved ${moved}`, `deleted ${cancelled}`];
  const words = counts.filter((count) => !count.endsWith(" 0")).join(", ");
  return words === "" ? null : words[0]!.toUpperCase() + words.slice(1);
}

function messageOf({ missed }: Done, name: string | false | undefined): string | undefined {
  if (missed > 0) return isOther;
  return name ? `I add what is sure in mails from ${name} at once now.` : undefined;
}

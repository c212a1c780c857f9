import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";
import { undoAtOnce } from "#app/domain/pages/change-at-once.server.ts";
import { undoneChanges } from "#app/domain/tasks/input.ts";
import { taskAction } from "#app/server/action.server.ts";
import { badRequest } from "#app/server/http-errors.server.ts";
import { toast } from "#app/server/toast.server.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = taskAction("/dashboard", async ({ db, viewer, request }) => {
  const sent = undoneChanges.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!sent.success) badRequest();
  const { titles, kept } = await undoAtOnce(db, viewer, sent.data);
  const [first, ...others] = kept;
  const why = first && {
    message: others.length > 0 ? `${kept.length} were changed since, and stay.` : `${first.words}.`,
    taskTitle: others.length > 0 ? undefined : first.title,
  };
  const count = titles.length;
  if (count > 0)
    return toast("success", count === 1 ? "1 task is back" : `${count} tasks are back`, why);
  return toast("error", "Nothing changed", why ?? { message: "That was taken back already." });
});

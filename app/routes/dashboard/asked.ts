import { changeAsAsked } from "#app/domain/pages/asked.server.ts";
import { describeReplaced } from "#app/domain/series/changing/replaced-dates.server.ts";
import { askedChange } from "#app/domain/tasks/input.ts";
import { givenToast } from "#app/routes/tasks/who/given-toast.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { requireForm } from "#app/server/form.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

const titles = {
  done: "Task completed",
  moved: "Date changed",
  deleted: "Task deleted",
  given: "Task given",
} as const;

/** Makes a change that somebody typed, once they have seen it. */
export const action = pageAction("/dashboard", async ({ db, viewer, request }) => {
  const changed = await changeAsAsked(db, viewer, await requireForm(request, askedChange));
  if ("refused" in changed) return toast("error", "Nothing changed", { message: changed.refused });
  const { as, task, next, before, from, until, given } = changed;
  const { title: taskTitle } = task;
  if (given) return givenToast({ ...changed, given });
  const seen = { id: task.id, due_local: before.due };
  const replaced = as === "moved" ? await describeReplaced(db, seen) : undefined;
  const isSkipped = as === "deleted" && next !== null;
  return toast("success", isSkipped ? "Skipped this time" : titles[as], {
    taskTitle,
    message: next === null ? replaced : `${next}.`,
    undo: `/tasks/undo?${new URLSearchParams({ from, until })}`,
  });
});

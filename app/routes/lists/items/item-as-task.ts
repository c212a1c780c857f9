import { makeTaskOfItem } from "#app/domain/pages/items-and-tasks.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { openWithToast, toast } from "#app/server/toast.server.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

/** Makes a task of an item, which leaves its list. */
export const action = pageAction("/dashboard", async ({ db, viewer, id: listId, ...press }) => {
  const item = { listId, itemId: press.params.iid ?? "" };
  const made = await makeTaskOfItem(db, viewer, item, press.context.logInfo);
  if (!made) return null;
  if ("refused" in made) return toast("error", "Nothing changed", { message: made.refused });
  const [first] = made.tasks;
  const ids = made.tasks.map(({ id }) => id).join(",");
  const done = toast("success", "Task added!", {
    taskId: first?.id,
    undo: `/lists/${listId}/deleted/${made.at}/tasks/${ids}/undo`,
  });
  return first?.needsDate
    ? openWithToast(`/dashboard?${new URLSearchParams({ when: first.id })}`, done)
    : done;
});

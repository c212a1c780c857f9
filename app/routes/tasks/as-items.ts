import { describeAddedItems } from "#app/domain/lists/added-words.ts";
import { maxItems, maxLists } from "#app/domain/lists/limits.ts";
import { makeListOfTask } from "#app/domain/pages/items-and-tasks.server.ts";
import { addTaskInput } from "#app/domain/tasks/input.ts";
import { pageAction } from "#app/server/action.server.ts";
import { requireForm } from "#app/server/form.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

const problems = {
  too_many: `A list holds ${maxItems} items. Clear the ticked ones first.`,
  too_many_lists: `There are ${maxLists} lists already. Please delete one first.`,
};

/** Makes the list that the words of a new task named, and puts them there instead. */
export const action = pageAction("/dashboard", async ({ db, viewer, id: taskId, request }) => {
  const { text } = await requireForm(request, addTaskInput);
  const added = await makeListOfTask(db, viewer, { taskId, text });
  if (!added) return null;
  if (typeof added === "string")
    return toast("error", "Nothing changed", { message: problems[added] });
  const page = `/lists/${added.list.id}`;
  const undo = `${page}/added/${added.requestId}/undo-move`;
  return redirectWithToast(page, toast("success", describeAddedItems(added), { undo }));
});

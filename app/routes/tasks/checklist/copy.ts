import { pressId } from "#app/domain/lists/input.ts";
import { maxItems, maxLists } from "#app/domain/lists/limits.ts";
import { copyChecklistToList } from "#app/domain/pages/checklist-and-list.server.ts";
import { tooManyAdded } from "#app/domain/tasks/adding/adding-limit.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { requireForm } from "#app/server/form.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

const problems = {
  too_many_lists: `There are ${maxLists} lists already. Please delete one first.`,
  too_many: `A list holds ${maxItems} items.`,
  too_often: tooManyAdded,
};

/** Makes a list of the checklist. */
export const action = pageAction("/tasks/:id/checklist", async (press) => {
  const { db, viewer, id: taskId, request } = press;
  const { requestId } = await requireForm(request, pressId);
  const copied = await copyChecklistToList(db, viewer, { taskId, requestId });
  if (copied === null) return null;
  if (typeof copied === "string")
    return toast("error", "Nothing changed", { message: problems[copied] });
  const page = `/lists/${copied.list.id}`;
  const undo = copied.isNewList ? `${page}/delete` : `${page}/added/${requestId}/undo`;
  return redirectWithToast(page, toast("success", "Copied to this list", { undo }));
});

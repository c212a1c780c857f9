import { describeAddedItems, describeKnown } from "#app/domain/lists/added-words.ts";
import { listChoice, pressId } from "#app/domain/lists/input.ts";
import { copyListToChecklist } from "#app/domain/pages/checklist-and-list.server.ts";
import { maxChecklistItems } from "#app/domain/tasks/checklist/limits.ts";
import { pageAction } from "#app/server/action.server.ts";
import { requireForm } from "#app/server/form.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

const input = listChoice.extend(pressId.shape);

/** Adds the items of a list to the checklist. */
export const action = pageAction("/tasks/:id/checklist", async (press) => {
  const { db, viewer, id: taskId, request } = press;
  const { list: listId, requestId } = await requireForm(request, input);
  const copied = await copyListToChecklist(db, viewer, { taskId, listId, requestId });
  if (!copied) return null;
  const { list, added } = copied;
  if (added === "too_many") {
    const message = `A checklist holds ${maxChecklistItems} items, and ${list.name} has too many.`;
    return toast("error", "Nothing changed", { message });
  }
  if (added.added.length + added.known.length === 0)
    return toast("error", "Nothing changed", { message: `Nothing is on ${list.name}.` });
  const words = { list: { name: "the checklist" }, back: [], ...added };
  return toast("success", describeAddedItems(words), { message: describeKnown(words) });
});

import { data, replace } from "@remix-run/node";
import { moveItem } from "#app/domain/tasks/checklist/checklist.server.ts";
import { placeInput } from "#app/domain/tasks/checklist/input.ts";
import { pageAction } from "#app/server/action.server.ts";
import { readInPlace, requireForm } from "#app/server/form.server.ts";
import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

/** Names the item before it, so that a press that is sent twice moves the item once. */
export const action = pageAction("/tasks/:id/checklist", async (press) => {
  const { db, viewer, id: taskId, params, request, back } = press;
  const isInPlace = await readInPlace(request);
  const { after } = await requireForm(request, placeInput);
  const moved = await moveItem(db, viewer, { taskId, itemId: params.iid ?? "" }, after);
  if (!moved) return null;
  return isInPlace ? data({}) : replace(back, { status: 303 });
});

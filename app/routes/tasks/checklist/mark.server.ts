import { data, replace } from "@remix-run/node";
import { nowIso } from "#app/domain/core/time.ts";
import { tickItem } from "#app/domain/tasks/checklist/checklist.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { readInPlace } from "#app/server/form.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";

/** Ticks an item or brings it back. With JavaScript, the page stays and loads the list again. */
export const markOnPage = ({ isTicked }: { isTicked: boolean }) =>
  pageAction("/tasks/:id", async ({ db, viewer, id: taskId, params, request, back }) => {
    const key = { taskId, itemId: params.iid ?? "" };
    const ticked = await tickItem(db, viewer, key, { isTicked, at: nowIso() });
    if (!ticked) return null;
    const message = "Someone has deleted this item.";
    if (ticked.isGone)
      return redirectWithToast(back, toast("error", "Nothing changed", { message }));
    return (await readInPlace(request)) ? data({}) : replace(`${back}#checklist`, { status: 303 });
  });

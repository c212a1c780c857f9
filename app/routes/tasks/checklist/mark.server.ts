import { data, replace } from "@remix-run/node";
import { nowIso } from "#app/domain/core/time.ts";
import { tickItem } from "#app/domain/tasks/checklist/checklist.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { readInPlace } from "#app/server/form.server.ts";

/** Ticks an item or brings it back. With JavaScript, the page stays and loads the list again. */
export const markOnPage = ({ isTicked }: { isTicked: boolean }) =>
  pageAction("/tasks/:id", async ({ db, viewer, id: taskId, params, request, back }) => {
    const key = { taskId, itemId: params.iid ?? "" };
    const name = await tickItem(db, viewer, key, { isTicked, at: nowIso() });
    if (name === null) return null;
    return (await readInPlace(request)) ? data({}) : replace(`${back}#checklist`, { status: 303 });
  });

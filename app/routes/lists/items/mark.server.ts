import { data } from "@remix-run/node";
import { nowIso } from "#app/domain/core/time.ts";
import { markItem } from "#app/domain/lists/items.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { readInPlace } from "#app/server/form.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { replace } from "@remix-run/node";

/** Ticks an item or brings it back. With JavaScript, the page stays and loads the list again. */
export const markItemOnPage = ({ isTicked }: { isTicked: boolean }) =>
  pageAction("/lists/:id", async ({ db, viewer, params, request, back }) => {
    const marked = await markItem(db, viewer, params.iid ?? "", { isTicked, at: nowIso() });
    if (!marked) return null;
    const gone = toast("error", "Nothing changed", {
      message: "Someone has deleted this item.",
      taskTitle: marked.name,
    });
    if (marked.isGone) return redirectWithToast(back, gone);
    return (await readInPlace(request)) ? data({}) : replace(back, { status: 303 });
  });

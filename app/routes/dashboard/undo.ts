import { nowIso } from "#app/domain/core/time.ts";
import { undoLastOnPages } from "#app/domain/pages/undo-last.server.ts";
import { taskAction } from "#app/server/action.server.ts";
import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";
import { toastOfUndo } from "./toast-of-undo.server.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

/** Takes back what the viewer did last, as the typed word "undo" does. */
export const action = taskAction("/dashboard", async ({ db, viewer }) =>
  toastOfUndo(await undoLastOnPages(db, viewer, nowIso())),
);

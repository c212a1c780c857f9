import { createClientAction } from "#app/ui/saving/client-action.ts";
import { findLastAction } from "#app/domain/delegation/views/last-action.server.ts";
import { findPresent } from "#app/domain/series/card-series.server.ts";
import { type TakenTurn, takeTurn } from "#app/domain/series/changing/take-turn.server.ts";
import { takeTurnInput } from "#app/domain/series/turns/input.ts";
import { redirectFromMissingTask } from "#app/routes/tasks/after-action.server.ts";
import { taskAction } from "#app/server/action.server.ts";
import { requireForm } from "#app/server/form.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export const action = taskAction("/tasks/:id", async ({ db, viewer, id, request }) => {
  const turn = await takeTurn(db, viewer, id, await requireForm(request, takeTurnInput));
  if (turn.status !== "missing") return toast("success", wordsFor(turn));
  // The task may have been done since the page was opened, and the next turn is another one.
  const lastAction = await findLastAction(db, viewer, id);
  if (!lastAction && !(await findPresent(db, viewer, id)))
    return redirectFromMissingTask(viewer, id);
  const message = lastAction?.words ?? "Its time is over. The next one is here.";
  return redirectWithToast("/dashboard", toast("error", "Nothing changed", { message }));
});

function wordsFor(turn: Exclude<TakenTurn, { status: "missing" }>): string {
  if (turn.status === "changed")
    return turn.name === "nobody" ? "Nobody has it now" : `${turn.name} has it already`;
  return turn.isViewer ? "It's yours" : `${turn.name} does it this time`;
}

import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { findLastAction } from "#app/domain/delegation/views/last-action.server.ts";
import { findPresent } from "#app/domain/series/card-series.server.ts";
import { takeTurnInput } from "#app/domain/series/turns/input.ts";
import { type TakenTurn, takeTurn } from "#app/domain/series/changing-turns/take-turn.server.ts";
import { readForm, readRedirectTo } from "#app/web/form.server.ts";
import { badRequest, notFound } from "#app/web/http-errors.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  const id = args.params.id ?? "";
  const viewer = await requireViewer(args, { returnTo: `/tasks/${id}` });
  const redirectTo = await readRedirectTo(args.request, `/tasks/${id}`);
  const submission = await readForm(args.request, takeTurnInput);
  if (submission.status !== "success") badRequest();
  const taken = await takeTurn(database(), viewer, id, submission.value);
  if (taken.status !== "missing")
    return redirectWithToast(redirectTo, toast("success", wordsFor(taken)));
  // It may have been done since the page was opened. The next turn is another one.
  const lastAction = await findLastAction(database(), viewer, id);
  if (!lastAction && !(await findPresent(database(), viewer, id))) notFound();
  const message = lastAction?.words ?? "Its time is over. The next one is here.";
  return redirectWithToast("/dashboard", toast("error", "Nothing changed", { message }));
}

function wordsFor(taken: Exclude<TakenTurn, { status: "missing" }>): string {
  if (taken.status === "changed")
    return taken.name === "nobody" ? "Nobody has it now" : `${taken.name} has it already`;
  return taken.isViewer ? "It's yours" : `${taken.name} does it this time`;
}

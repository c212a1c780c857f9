import { type ActionFunctionArgs, data } from "@remix-run/node";
import { goalInput } from "#app/domain/children/input.ts";
import { setGoal } from "#app/domain/children/stars.server.ts";
import { readForm } from "#app/server/form.server.ts";
import { notFound } from "#app/server/http-errors.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { database } from "#db/connection.server.ts";

export { default, loader, meta, shouldRevalidate } from "./stars.tsx";

export const clientAction = createClientAction();

/** A refusal shows the stars again, with what was typed. */
export async function action(args: ActionFunctionArgs) {
  const id = args.params.id ?? "";
  const page = `/people/${encodeURIComponent(id)}/stars`;
  const viewer = await requireViewer(args, {
    returnTo: page,
    keepFields: Object.keys(goalInput.shape),
  });
  const form = await readForm(args.request, goalInput);
  if (form.status !== "success") return data(form.reply(), { status: 400 });
  const { goalStars: stars, words } = form.value;
  if (!(await setGoal(database(), viewer, id, { stars, words }))) return notFound();
  return redirectWithToast(page, toast("success", "Goal saved", { endsForm: true }));
}

import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { dismissNotice } from "#app/domain/instance/dismissed-notices.server.ts";
import { dismissedNotice } from "#app/domain/instance/input.ts";
import { readForm } from "#app/web/form.server.ts";
import { badRequest } from "#app/web/http-errors.server.ts";
import { database } from "#db/connection.server.ts";
import { requireOwner } from "../preferences/instance/owner.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "../not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  await requireOwner(args, { returnTo: "/dashboard" });
  const submission = await readForm(args.request, dismissedNotice);
  if (submission.status !== "success") return badRequest();
  await dismissNotice(database(), submission.value);
  return redirect("/dashboard", 303);
}

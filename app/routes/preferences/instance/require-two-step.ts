import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { requiredTwoStep } from "#app/domain/instance/input.ts";
import { requireTwoStep } from "#app/domain/instance/required-two-step.server.ts";
import { readForm } from "#app/web/form.server.ts";
import { badRequest } from "#app/web/http-errors.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { requireOwner } from "./owner.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "../../not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  await requireOwner(args, { returnTo: "/preferences/instance" });
  const submission = await readForm(args.request, requiredTwoStep);
  if (submission.status !== "success") badRequest();
  const isRequired = submission.value.required === "yes";
  await requireTwoStep(database(), isRequired);
  const title = isRequired
    ? "Everyone needs a second step now"
    : "A second step is everyone's choice now";
  return redirectWithToast("/preferences/instance", toast("success", title));
}

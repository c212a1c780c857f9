import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { couldNotSignIn } from "#app/ui/saving/sign-in-failures.ts";
import { googleStart } from "#app/domain/accounts/input.ts";
import { readForm } from "#app/server/form.server.ts";
import { badRequest } from "#app/server/http-errors.server.ts";
import { startOidcSignIn } from "./sign-in.server.ts";

export const clientAction = createClientAction(couldNotSignIn);
export { default, loader } from "#app/routes/not-found.tsx";

export async function action({ request, context }: ActionFunctionArgs) {
  const submission = await readForm(request, googleStart);
  return submission.status === "success"
    ? startOidcSignIn(request, submission.value, context)
    : badRequest();
}

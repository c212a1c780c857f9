import type { ActionFunctionArgs } from "@remix-run/node";
import { googleStart } from "#app/domain/accounts/input.ts";
import { readForm } from "#app/web/form.server.ts";
import { badRequest } from "#app/web/http-errors.server.ts";
import { startGoogleSignIn } from "./google.server.ts";

export { default, loader } from "../not-found.tsx";

export async function action({ request }: ActionFunctionArgs) {
  const submission = await readForm(request, googleStart);
  return submission.status === "success" ? startGoogleSignIn(request, submission.value) : badRequest();
}

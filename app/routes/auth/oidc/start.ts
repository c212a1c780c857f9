import type { ActionFunctionArgs } from "@remix-run/node";
import { googleStart } from "#app/domain/accounts/input.ts";
import { readForm } from "#app/web/form.server.ts";
import { badRequest } from "#app/web/http-errors.server.ts";
import { startOidcSignIn } from "./sign-in.server.ts";

export { default, loader } from "../../not-found.tsx";

export async function action({ request, context }: ActionFunctionArgs) {
  const submission = await readForm(request, googleStart);
  return submission.status === "success" ? startOidcSignIn(request, submission.value, context) : badRequest();
}

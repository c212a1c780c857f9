import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireViewer } from "#app/server/session.server.ts";
import { nextWelcomePage } from "./next.server.ts";

export { getOnly as action } from "#app/server/http-errors.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  return redirect(await nextWelcomePage(await requireViewer(args)));
}

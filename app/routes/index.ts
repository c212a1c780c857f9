import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { getViewer } from "#app/server/session.server.ts";

export { getOnly as action } from "#app/server/http-errors.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  return redirect((await getViewer(args)) ? "/dashboard" : "/auth");
}

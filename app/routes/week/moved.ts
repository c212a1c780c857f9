import { redirect } from "@remix-run/node";

export { getOnly as action } from "#app/server/http-errors.server.ts";

/** The week's address until version 0.3. */
export function loader() {
  return redirect("/week");
}

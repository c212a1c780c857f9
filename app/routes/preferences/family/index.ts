import { redirect } from "@remix-run/node";

export { getOnly as action } from "#app/web/refusals.server.ts";

/** The first of its tabs. */
export const loader = () => redirect("/preferences/family/members");

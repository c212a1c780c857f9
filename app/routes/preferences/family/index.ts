import { redirect } from "@remix-run/node";

export { getOnly as action } from "#app/server/http-errors.server.ts";

export const loader = () => redirect("/preferences/family/members");

export { getOnly as action } from "#app/web/refusals.server.ts";

/** The process answers. */
export const loader = () => Response.json({ status: "ok" });

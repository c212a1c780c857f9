export { getOnly as action } from "#app/web/not-allowed.server.ts";

/** The process answers. */
export const loader = () => Response.json({ status: "ok" });

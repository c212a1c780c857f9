export { getOnly as action } from "#app/web/refusals.server.ts";

export const loader = () => Response.json({ status: "ok" });

export { getOnly as action } from "#app/web/http-errors.server.ts";

export const loader = () => Response.json({ status: "ok" });

export { action } from "#app/web/get-only.server.ts";

/** The process answers. */
export const loader = () => Response.json({ status: "ok" });

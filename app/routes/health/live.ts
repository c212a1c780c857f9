/** The process answers. */
export const loader = () => Response.json({ status: "ok" });

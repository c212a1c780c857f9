import { database } from "#db/connection.server.ts";

export { getOnly as action } from "#app/web/not-allowed.server.ts";

/** It can do its work: the database answers. */
export async function loader() {
  try {
    await database().selectFrom("users").select("id").limit(1).execute();
    return Response.json({ status: "ok" });
  } catch {
    return Response.json({ status: "error", database: "does not answer" }, { status: 503 });
  }
}

import type { Kysely } from "kysely";

export const step = "expand";

/** Finds the few messages that expire among all that wait. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createIndex("deliveries_expiring")
    .on("deliveries")
    .column("expires_at")
    .where("state" as never, "=", "ready")
    .where("expires_at" as never, "is not", null)
    .execute();
}

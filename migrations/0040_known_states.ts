import type { Kysely } from "kysely";

/** The last states of an object, by which a stale change of a client is told. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("dav_objects").addColumn("states", "text").execute();
}

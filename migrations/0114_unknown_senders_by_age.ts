import type { Kysely } from "kysely";

/** Finds the strangers who were answered lately without reading those of half a year. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createIndex("unknown_senders_by_age")
    .on("unknown_senders")
    .column("answered_at")
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropIndex("unknown_senders_by_age").execute();
}

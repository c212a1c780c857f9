import { type Kysely, sql } from "kysely";

/** Finds the dates ahead of a series without reading the years of its history. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create index series_occurrences_ahead on series_occurrences (series_id, number) where state = 'ahead'
  `.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropIndex("series_occurrences_ahead").execute();
}

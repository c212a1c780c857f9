import { type Kysely, sql } from "kysely";

/** A break concerns every series that skips it: the worker moves their open occurrences, a few at a time. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("series").addColumn("fits_at", "text").execute();
  await sql`create index series_to_fit on series (fits_at) where fits_at is not null`.execute(db);
  await sql`
    create index series_to_fit_of_household on series (household_id, fits_at) where fits_at is not null
  `.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropIndex("series_to_fit_of_household").execute();
  await db.schema.dropIndex("series_to_fit").execute();
  await db.schema.alterTable("series").dropColumn("fits_at").execute();
}

import { type Kysely } from "kysely";

/** Lets an account show its connected Google calendar in the household's week. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("shown_calendars").addColumn("google_detail", "text").execute();
  await db.schema
    .createIndex("google_calendar_of_adder")
    .on("shown_calendars")
    .column("added_by")
    .unique()
    .where("google_detail" as never, "is not", null)
    .execute();
}

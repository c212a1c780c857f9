import type { Kysely } from "kysely";
import { strict } from "#db/sql/strict.ts";

/** Calendars that a household shows in its week, and their events as they were last read. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("shown_calendars")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("household_id", "text", (column) =>
      column.notNull().references("households.id").onDelete("cascade"),
    )
    .addColumn("added_by", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("name", "text")
    .addColumn("host", "text", (column) => column.notNull())
    .addColumn("address", "text", (column) => column.notNull())
    .addColumn("added_at", "text", (column) => column.notNull())
    .addColumn("etag", "text")
    .addColumn("last_modified", "text")
    .addColumn("digest", "text")
    .addColumn("listed_at", "text")
    .addColumn("tried_at", "text")
    .addColumn("read_at", "text")
    .addColumn("problem", "text")
    .addColumn("failures", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("next_read_at", "text", (column) => column.notNull())
    .addColumn("held_at", "text")
    .modifyEnd(strict)
    .execute();
  await db.schema
    .createIndex("shown_calendars_of_household")
    .on("shown_calendars")
    .columns(["household_id", "next_read_at"])
    .execute();
  await db.schema
    .createIndex("shown_calendars_by_adder")
    .on("shown_calendars")
    .column("added_by")
    .execute();
  await db.schema
    .createIndex("shown_calendars_to_read")
    .on("shown_calendars")
    .column("next_read_at")
    .where("held_at" as never, "is", null)
    .execute();
  await db.schema
    .createTable("shown_events")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("calendar_id", "text", (column) =>
      column.notNull().references("shown_calendars.id").onDelete("cascade"),
    )
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("starts", "text", (column) => column.notNull())
    .addColumn("ends", "text", (column) => column.notNull())
    .modifyEnd(strict)
    .execute();
  await db.schema
    .createIndex("shown_events_of_calendar")
    .on("shown_events")
    .columns(["calendar_id", "ends", "starts"])
    .execute();
}

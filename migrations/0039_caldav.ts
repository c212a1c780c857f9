import type { Kysely } from "kysely";
import { strict } from "#db/sql/strict.ts";

/** The objects of CalDAV clients, and what has changed since they asked last. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("dav_states")
    .addColumn("household_id", "text", (column) =>
      column.primaryKey().notNull().references("households.id").onDelete("cascade"),
    )
    .addColumn("epoch", "text", (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("floor", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("seen_revision", "integer", (column) => column.notNull())
    .addColumn("seen_on", "text", (column) => column.notNull())
    .modifyEnd(strict)
    .execute();
  await db.schema
    .createTable("dav_calendars")
    .addColumn("household_id", "text", (column) =>
      column.notNull().references("households.id").onDelete("cascade"),
    )
    .addColumn("segment", "text", (column) => column.notNull())
    .addColumn("list_id", "text")
    .addColumn("color", "text")
    .addColumn("display_order", "integer")
    .addPrimaryKeyConstraint("dav_calendars_key", ["household_id", "segment"])
    .modifyEnd(strict)
    .execute();
  await db.schema
    .createTable("dav_objects")
    .addColumn("household_id", "text", (column) =>
      column.notNull().references("households.id").onDelete("cascade"),
    )
    .addColumn("calendar", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("uid", "text", (column) => column.notNull())
    .addColumn("subject_id", "text", (column) => column.notNull())
    .addColumn("task_id", "text")
    .addColumn("content", "text")
    .addColumn("fields", "text")
    .addColumn("fingerprint", "text", (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("deleted_at", "text")
    .addColumn("deleted_by", "text")
    .addColumn("held_at", "text")
    .addPrimaryKeyConstraint("dav_objects_key", ["household_id", "calendar", "name"])
    .modifyEnd(strict)
    .execute();
  await db.schema
    .createIndex("dav_objects_by_position")
    .on("dav_objects")
    .columns(["household_id", "calendar", "position"])
    .execute();
  await db.schema
    .createIndex("dav_objects_held")
    .on("dav_objects")
    .columns(["household_id", "held_at"])
    .where("held_at" as never, "is not", null)
    .execute();
}

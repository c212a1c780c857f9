import { type Kysely, sql } from "kysely";
import {
  addIndexes,
  flag,
  isOneOf,
  key,
  keyOf,
  partOf,
  preset,
  required,
  unique,
} from "./builder.ts";

export async function createCalendar(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("calendar_connections")
    .addColumn("user_id", "text", keyOf("users"))
    .addColumn("sub", "text", unique)
    .addColumn("email", "text", (column) => column.notNull().check(sql`email = lower(trim(email))`))
    .addColumn("refresh_token", "text", required)
    .addColumn("calendar_id", "text", preset("primary"))
    .addColumn("calendar_name", "text")
    .addColumn("problem", "text", (column) =>
      column.check(isOneOf("problem", ["grant_gone", "calendar_gone"])),
    )
    .addColumn("connected_at", "text", required)
    .addColumn("last_saved_at", "text")
    .modifyEnd(sql`strict`)
    .execute();

  await db.schema
    .createTable("calendar_entries")
    .addColumn("id", "text", key)
    .addColumn("task_id", "text", (column) => column.references("tasks.id").onDelete("cascade"))
    .addColumn("user_id", "text", partOf("users"))
    .addColumn("event_id", "text", required)
    .addColumn("calendar_id", "text")
    .addColumn("is_there", "integer", flag("is_there"))
    .addColumn("is_asked", "integer", flag("is_asked"))
    .addColumn("is_by_hand", "integer", flag("is_by_hand"))
    .addColumn("is_followed", "integer", flag("is_followed", 1))
    .addColumn("content", "text", required)
    .addColumn("revision", "integer", preset(1))
    .addColumn("created_at", "text", required)
    .addColumn("series_id", "text", (column) =>
      column
        .references("series.id")
        .onDelete("cascade")
        .check(sql`(task_id is null) <> (series_id is null)`),
    )
    .addUniqueConstraint("calendar_entries_of_task", ["task_id", "user_id"])
    .modifyEnd(sql`strict`)
    .execute();
  await addIndexes(db, "calendar_entries", {
    calendar_entries_of_user: { on: ["user_id"] },
    calendar_entries_of_series: { on: ["series_id", "user_id"], unique: true },
  });

  await db.schema
    .createTable("calendar_feeds")
    .addColumn("id", "text", key)
    .addColumn("user_id", "text", (column) =>
      column.notNull().unique().references("users.id").onDelete("cascade"),
    )
    .addColumn("version", "integer", preset(1))
    .addColumn("categories", "text", (column) => column.notNull().check(sql`categories <> ''`))
    .addColumn("created_at", "text", required)
    .addColumn("changed_at", "text", required)
    .modifyEnd(sql`strict`)
    .execute();
}

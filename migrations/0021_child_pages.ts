import type { Kysely } from "kysely";
import { strict } from "#db/sql/strict.ts";

/** Pages that children open by a link, and which person did a task without an account. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("child_pages")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("person_id", "text", (column) =>
      column.notNull().references("people.id").onDelete("cascade"),
    )
    .addColumn("made_by", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("made_at", "text", (column) => column.notNull())
    .addColumn("last_used_at", "text")
    .modifyEnd(strict)
    .execute();
  await db.schema
    .createIndex("child_pages_of_person")
    .on("child_pages")
    .column("person_id")
    .execute();
  await db.schema.createIndex("child_pages_made_by").on("child_pages").column("made_by").execute();
  await db.schema
    .alterTable("tasks")
    .addColumn("marked_person", "text", (column) =>
      column.references("people.id").onDelete("set null"),
    )
    .execute();
  await db.schema
    .createIndex("tasks_marked_person")
    .on("tasks")
    .column("marked_person")
    .where("marked_person" as never, "is not", null)
    .execute();
  await db.schema
    .alterTable("task_events")
    .addColumn("acted_person", "text", (column) =>
      column.references("people.id").onDelete("set null"),
    )
    .execute();
  await db.schema
    .createIndex("task_events_acted_person")
    .on("task_events")
    .column("acted_person")
    .where("acted_person" as never, "is not", null)
    .execute();
}

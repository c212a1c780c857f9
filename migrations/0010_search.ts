import type { Kysely } from "kysely";
import { createFullTextIndex } from "#db/sql/full-text.ts";
import { strict } from "#db/sql/strict.ts";

/** The words of tasks, so that they can be searched. The worker fills the index. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("search_entries")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("task_id", "text", (column) =>
      column.notNull().unique().references("tasks.id").onDelete("cascade"),
    )
    .addColumn("place", "text", (column) => column.notNull())
    .addColumn("words", "text", (column) => column.notNull())
    .addColumn("people", "text", (column) => column.notNull())
    .addColumn("slips", "text", (column) => column.notNull())
    .modifyEnd(strict)
    .execute();
  await createFullTextIndex(db);
  await db.schema
    .createTable("households_to_index")
    .addColumn("household_id", "text", (column) =>
      column.primaryKey().notNull().references("households.id").onDelete("cascade"),
    )
    .addColumn("asked_at", "text", (column) => column.notNull())
    .modifyEnd(strict)
    .execute();
  await db
    .insertInto("households_to_index")
    .columns(["household_id", "asked_at"])
    .expression(db.selectFrom("households").select(["id", "created_at"]))
    .execute();
}

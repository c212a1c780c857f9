import type { Kysely } from "kysely";
import { strict } from "#db/sql/strict.ts";

/** What a task needs or consists of, to be ticked one by one. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("tasks")
    .addColumn("has_checklist", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable("checklist_items")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("task_id", "text", (column) =>
      column.notNull().references("tasks.id").onDelete("cascade"),
    )
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("place", "integer", (column) => column.notNull())
    .addColumn("added_request", "text", (column) => column.notNull())
    .addColumn("ticked_at", "text")
    .addColumn("changed_at", "text")
    .addColumn("deleted_at", "text")
    .modifyEnd(strict)
    .execute();
  await db.schema
    .createIndex("checklist_items_of_task")
    .on("checklist_items")
    .columns(["task_id", "place"])
    .execute();
  await db.schema
    .createIndex("deleted_checklist_items")
    .on("checklist_items")
    .column("deleted_at")
    .where("deleted_at" as never, "is not", null)
    .execute();
}

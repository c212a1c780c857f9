import type { Kysely } from "kysely";
import { strict } from "#db/sql/strict.ts";

/** Tasks that people bring from other programs: a file, and what each of its rows became. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("imports")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("household_id", "text", (column) =>
      column.notNull().references("households.id").onDelete("cascade"),
    )
    .addColumn("user_id", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("format", "text", (column) => column.notNull())
    .addColumn("file_name", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("summary", "text", (column) => column.notNull())
    .addColumn("people", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("next_at", "text", (column) => column.notNull())
    .addColumn("stopped_because", "text")
    .modifyEnd(strict)
    .execute();
  await db.schema
    .createIndex("imports_by_state")
    .on("imports")
    .columns(["state", "next_at"])
    .execute();
  for (const column of ["household_id", "user_id"])
    await db.schema.createIndex(`imports_by_${column}`).on("imports").column(column).execute();
  await db.schema
    .createTable("import_rows")
    .addColumn("import_id", "text", (column) =>
      column.notNull().references("imports.id").onDelete("cascade"),
    )
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("source_key", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("content", "text")
    .addColumn("task_id", "text", (column) => column.references("tasks.id").onDelete("set null"))
    .addColumn("taken_at", "text")
    .addPrimaryKeyConstraint("import_rows_key", ["import_id", "number"])
    .modifyEnd(strict)
    .execute();
  await db.schema
    .createIndex("import_rows_by_state")
    .on("import_rows")
    .columns(["import_id", "state", "number"])
    .execute();
  for (const column of ["source_key", "task_id"])
    await db.schema
      .createIndex(`import_rows_by_${column}`)
      .on("import_rows")
      .column(column)
      .execute();
}

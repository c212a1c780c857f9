import type { Kysely } from "kysely";
import { strict } from "#db/sql/strict.ts";

/** The history of a task: what its row and those of its requests do not keep. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("task_events")
    .addColumn("task_id", "text", (column) =>
      column.notNull().references("tasks.id").onDelete("cascade"),
    )
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("acted_by", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("acted_at", "text", (column) => column.notNull())
    .addColumn("mark", "text")
    .addColumn("edited", "text")
    .addColumn("due_before", "text")
    .addColumn("due_after", "text")
    .addColumn("given_to", "text", (column) => column.references("people.id").onDelete("set null"))
    .addColumn("given_name", "text")
    .addPrimaryKeyConstraint("task_events_key", ["task_id", "id"])
    .modifyEnd(strict)
    .execute();
  for (const column of ["acted_by", "given_to"])
    await db.schema
      .createIndex(`task_events_by_${column}`)
      .on("task_events")
      .column(column)
      .where(column, "is not", null)
      .execute();
}

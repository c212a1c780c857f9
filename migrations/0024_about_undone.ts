import type { Kysely } from "kysely";

/** The persons whom a task was about before and after an edit, so that it can be taken back. */
export async function up(db: Kysely<any>): Promise<void> {
  for (const column of ["about_before", "about_after"]) {
    await db.schema
      .alterTable("task_events")
      .addColumn(column, "text", (added) => added.references("people.id").onDelete("set null"))
      .execute();
    await db.schema
      .createIndex(`task_events_by_${column}`)
      .on("task_events")
      .column(column)
      .where(column, "is not", null)
      .execute();
  }
}

import type { Kysely } from "kysely";

/** Keeps who had a task before it was given to another, so that this can be taken back. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("task_events")
    .addColumn("taken_from", "text", (column) =>
      column.references("people.id").onDelete("set null"),
    )
    .execute();
  await db.schema.alterTable("task_events").addColumn("taken_name", "text").execute();
  await db.schema.alterTable("task_events").addColumn("had_turn", "integer").execute();
  await db.schema
    .createIndex("task_events_by_taken_from")
    .on("task_events")
    .column("taken_from")
    .where("taken_from", "is not", null)
    .execute();
}

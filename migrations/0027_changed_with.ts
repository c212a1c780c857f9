import type { Kysely } from "kysely";

/** Marks the tasks that were changed at once, so that they can be taken back at once. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("task_events").addColumn("changed_with", "text").execute();
}

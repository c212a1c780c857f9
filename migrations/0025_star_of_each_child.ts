import type { Kysely } from "kysely";

/** A task that two children did one after the other gives each of them a star. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.dropIndex("child_stars_of_task").execute();
  await db.schema
    .createIndex("child_stars_of_task")
    .on("child_stars")
    .columns(["task_id", "person_id"])
    .unique()
    .where("task_id" as never, "is not", null)
    .execute();
}

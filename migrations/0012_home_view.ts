import { type Kysely } from "kysely";

/** The view of Home that a user always wants, and an index of the newest tasks without a date. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("profiles")
    .addColumn("home_view", "text", (column) => column.notNull().defaultTo("area"))
    .execute();
  await db.schema
    .createIndex("tasks_undated")
    .on("tasks")
    .columns(["household_id", "is_completed", "due_date", "created_at desc", "id desc"])
    .where("deleted_at" as never, "is", null)
    .where("due_date", "is", null)
    .execute();
}

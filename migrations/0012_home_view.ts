import { type Kysely, sql } from "kysely";

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
    .where(sql.ref("deleted_at"), "is", null)
    .where(sql.ref("due_date"), "is", null)
    .execute();
}

import { type Kysely, sql } from "kysely";

/** As `tasks_by_due_date` is for open tasks. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createIndex("tasks_done_by_due_date")
    .on("tasks")
    .columns(["household_id", "due_date"])
    .where(sql.ref("is_completed"), "=", 1)
    .where(sql.ref("deleted_at"), "is", null)
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropIndex("tasks_done_by_due_date").execute();
}

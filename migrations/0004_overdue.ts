import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("tasks").addColumn("overdue_skipped_until", "text").execute();
  await db.schema
    .createIndex("tasks_by_due_date")
    .on("tasks")
    .columns(["household_id", "due_date"])
    .where(sql.ref("is_completed"), "=", 0)
    .where(sql.ref("deleted_at"), "is", null)
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropIndex("tasks_by_due_date").execute();
  await db.schema.alterTable("tasks").dropColumn("overdue_skipped_until").execute();
}

import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("reminders")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("task_id", "text", (column) =>
      column.notNull().references("tasks.id").onDelete("cascade"),
    )
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("origin", "text", (column) =>
      column.notNull().check(sql`origin in ('preference', 'custom')`),
    )
    .addColumn("minutes_before", "integer", (column) =>
      column.notNull().check(sql`minutes_before >= 0`),
    )
    .addColumn("message", "text", (column) => column.notNull())
    .addColumn("planned_at", "text", (column) => column.notNull())
    .addColumn("scheduled_at", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) =>
      column.notNull().check(sql`status in ('pending', 'sent', 'cancelled', 'dormant')`),
    )
    .addUniqueConstraint("reminders_once", ["task_id", "user_id", "origin", "minutes_before"])
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createIndex("reminders_due")
    .on("reminders")
    .column("scheduled_at")
    .where(sql.ref("status"), "=", "pending")
    .execute();
  await db.schema
    .createIndex("reminders_upcoming")
    .on("reminders")
    .columns(["user_id", "scheduled_at"])
    .where(sql.ref("status"), "=", "pending")
    .execute();
  await db.schema.createIndex("reminders_by_user").on("reminders").column("user_id").execute();

  await db.schema
    .alterTable("user_preferences")
    .addColumn("next_daily_summary_at", "text")
    .execute();
  await db.schema
    .createIndex("user_preferences_by_next_summary")
    .on("user_preferences")
    .column("next_daily_summary_at")
    .where(sql.ref("next_daily_summary_at"), "is not", null)
    .execute();
  await db.schema
    .createIndex("tasks_deleted")
    .on("tasks")
    .column("deleted_at")
    .where(sql.ref("deleted_at"), "is not", null)
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropIndex("tasks_deleted").execute();
  await db.schema.dropIndex("user_preferences_by_next_summary").execute();
  await db.schema.alterTable("user_preferences").dropColumn("next_daily_summary_at").execute();
  await db.schema.dropTable("reminders").execute();
}

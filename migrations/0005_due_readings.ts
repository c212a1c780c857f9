import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("due_readings")
    .addColumn("task_id", "text", (column) =>
      column.primaryKey().notNull().references("tasks.id").onDelete("cascade"),
    )
    .addColumn("words", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("description", "text")
    .addColumn("due_local", "text", (column) => column.notNull())
    .addColumn("due_time_zone", "text", (column) => column.notNull())
    .addColumn("undated_title", "text", (column) =>
      column.notNull().check(sql`length(trim(undated_title)) > 0`),
    )
    .modifyEnd(sql`strict`)
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable("due_readings").execute();
}

import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("task_readings")
    .addColumn("task_id", "text", (column) =>
      column.primaryKey().notNull().references("tasks.id").onDelete("cascade"),
    )
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("category", "text", (column) => column.notNull())
    .addColumn("other_categories", "text", (column) => column.notNull())
    .addColumn("due_local", "text")
    .addColumn("other_dues", "text", (column) => column.notNull())
    .addColumn("is_time_said", "integer", (column) =>
      column.notNull().check(sql`is_time_said in (0, 1)`),
    )
    .addColumn("not_understood", "text")
    .modifyEnd(sql`strict`)
    .execute();

  await db.schema
    .createTable("learned_words")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("household_id", "text", (column) =>
      column.notNull().references("households.id").onDelete("cascade"),
    )
    .addColumn("words", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) =>
      column.notNull().check(sql`kind in ('category', 'time')`),
    )
    .addColumn("value", "text", (column) => column.notNull())
    .addColumn("learned_at", "text", (column) => column.notNull())
    .addUniqueConstraint("learned_words_once", ["household_id", "kind", "words"])
    .modifyEnd(sql`strict`)
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable("learned_words").execute();
  await db.schema.dropTable("task_readings").execute();
}

import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("calendar_feeds")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("user_id", "text", (column) =>
      column.notNull().unique().references("users.id").onDelete("cascade"),
    )
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("categories", "text", (column) => column.notNull().check(sql`categories <> ''`))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("changed_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema.alterTable("households").addColumn("revised_at", "text").execute();
  await db.schema
    .createIndex("tasks_deleted_of_household")
    .on("tasks")
    .column("household_id")
    .where(sql.ref("deleted_at"), "is not", null)
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropIndex("tasks_deleted_of_household").execute();
  await db.schema.alterTable("households").dropColumn("revised_at").execute();
  await db.schema.dropTable("calendar_feeds").execute();
}

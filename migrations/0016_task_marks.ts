import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  const marks = sql`marked_as in ('completed', 'reopened', 'deleted', 'restored')`;
  await db.schema
    .alterTable("tasks")
    .addColumn("marked_as", "text", (column) => column.check(marks))
    .execute();
  await db.schema
    .alterTable("tasks")
    .addColumn("marked_by", "text", (column) => column.references("users.id").onDelete("set null"))
    .execute();
  await db.schema.alterTable("tasks").addColumn("marked_at", "text").execute();
  await db.schema
    .createIndex("tasks_by_marker")
    .on("tasks")
    .column("marked_by")
    .where(sql.ref("marked_by"), "is not", null)
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropIndex("tasks_by_marker").execute();
  for (const column of ["marked_at", "marked_by", "marked_as"]) {
    await db.schema.alterTable("tasks").dropColumn(column).execute();
  }
}

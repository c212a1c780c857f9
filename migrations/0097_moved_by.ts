import { type Kysely, sql } from "kysely";

/** Says who gave a task its date, for those who see an earlier one. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("tasks")
    .addColumn("moved_by", "text", (column) => column.references("users.id").onDelete("set null"))
    .execute();
  await db.schema
    .createIndex("tasks_by_mover")
    .on("tasks")
    .column("moved_by")
    .where(sql.ref("moved_by"), "is not", null)
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropIndex("tasks_by_mover").execute();
  await db.schema.alterTable("tasks").dropColumn("moved_by").execute();
}

import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("sent_changes")
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("change_id", "text", (column) => column.notNull())
    .addColumn("refused_because", "text")
    .addColumn("answered_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("sent_changes_once", ["user_id", "change_id"])
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createIndex("sent_changes_answered")
    .on("sent_changes")
    .column("answered_at")
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable("sent_changes").execute();
}

import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("adding_requests")
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("added_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createIndex("adding_requests_by_user")
    .on("adding_requests")
    .columns(["user_id", "added_at"])
    .execute();
  await db.schema
    .createIndex("adding_requests_added")
    .on("adding_requests")
    .column("added_at")
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable("adding_requests").execute();
}

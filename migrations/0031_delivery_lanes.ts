import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createIndex("deliveries_ready_by_kind")
    .on("deliveries")
    .where(sql.ref("state"), "=", "ready")
    .columns(["kind", "due_at"])
    .execute();
  await db.schema.alterTable("deliveries").addColumn("transmitted_at", "text").execute();
  await db.schema
    .alterTable("channel_pauses")
    .addColumn("refusals", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("channel_pauses").dropColumn("refusals").execute();
  await db.schema.alterTable("deliveries").dropColumn("transmitted_at").execute();
  await db.schema.dropIndex("deliveries_ready_by_kind").execute();
}

import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createIndex("deliveries_ready_by_kind")
    .on("deliveries")
    .where(sql.ref("state"), "=", "ready")
    .columns(["kind", "due_at"])
    .execute();
  await db.schema.alterTable("deliveries").addColumn("transmitted_at", "text").execute();
  await db.schema.alterTable("deliveries").addColumn("asked_at", "text").execute();
  await db.schema.dropIndex("deliveries_unknown").execute();
  await indexUnknown(db, ["channel", "asked_at"]);
  await db.schema
    .alterTable("channel_pauses")
    .addColumn("refusals", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("channel_pauses").dropColumn("refusals").execute();
  await db.schema.dropIndex("deliveries_unknown").execute();
  await indexUnknown(db, ["unknown_since"]);
  await db.schema.alterTable("deliveries").dropColumn("asked_at").execute();
  await db.schema.alterTable("deliveries").dropColumn("transmitted_at").execute();
  await db.schema.dropIndex("deliveries_ready_by_kind").execute();
}

async function indexUnknown(db: Kysely<any>, columns: string[]): Promise<void> {
  const index = db.schema.createIndex("deliveries_unknown").on("deliveries");
  await index.where(sql.ref("state"), "=", "unknown").columns(columns).execute();
}

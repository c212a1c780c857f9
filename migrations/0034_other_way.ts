import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("deliveries")
    .addColumn("other_way", "text", (column) =>
      column.check(sql`other_way in ('wanted', 'taken', 'none')`),
    )
    .execute();
  await sql`create index deliveries_wanting_other_way on deliveries (id) where other_way = 'wanted'`.execute(
    db,
  );
  await db.schema
    .createTable("delivery_counts")
    .addColumn("made_on", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("channel", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("count", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("delivery_counts_key", ["made_on", "kind", "channel", "state"])
    .modifyEnd(sql`strict`)
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable("delivery_counts").execute();
  await db.schema.dropIndex("deliveries_wanting_other_way").execute();
  await db.schema.alterTable("deliveries").dropColumn("other_way").execute();
}

import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("deliveries").addColumn("held_at", "text").execute();
  await sql`create index deliveries_held on deliveries (state) where held_at is not null`.execute(
    db,
  );
  await db.schema
    .alterTable("user_preferences")
    .addColumn("other_way_enabled", "integer", (column) =>
      column
        .notNull()
        .defaultTo(1)
        .check(sql`other_way_enabled in (0, 1)`),
    )
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("user_preferences").dropColumn("other_way_enabled").execute();
  await db.schema.dropIndex("deliveries_held").execute();
  await db.schema.alterTable("deliveries").dropColumn("held_at").execute();
}

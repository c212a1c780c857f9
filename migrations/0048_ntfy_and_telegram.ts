import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("user_preferences").addColumn("ntfy_topic", "text").execute();
  await db.schema.alterTable("user_preferences").addColumn("telegram_chat", "text").execute();
  await sql`create unique index user_preferences_by_chat on user_preferences (telegram_chat)`.execute(
    db,
  );
}

export async function down(db: Kysely<any>): Promise<void> {
  await sql`drop index user_preferences_by_chat`.execute(db);
  await db.schema.alterTable("user_preferences").dropColumn("telegram_chat").execute();
  await db.schema.alterTable("user_preferences").dropColumn("ntfy_topic").execute();
  await db.deleteFrom("deliveries").where("channel", "in", ["ntfy", "telegram"]).execute();
}

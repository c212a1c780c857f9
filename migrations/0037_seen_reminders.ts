import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("reminders").addColumn("seen_at", "text").execute();
  // Those sent before were never shown on a page.
  await db
    .updateTable("reminders")
    .set({ seen_at: sql`scheduled_at` })
    .where("status", "=", "sent")
    .execute();
  await db.schema
    .createIndex("reminders_sent")
    .on("reminders")
    .columns(["user_id", "scheduled_at"])
    .where(sql.ref("status"), "=", sql.lit("sent"))
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropIndex("reminders_sent").execute();
  await db.schema.alterTable("reminders").dropColumn("seen_at").execute();
}

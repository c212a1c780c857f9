import { type Kysely, sql } from "kysely";

/** A number is one account's: whoever confirmed it last keeps it. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("user_preferences").addColumn("phone_lost_at", "text").execute();
  await sql`
    update user_preferences
    set phone_number = null, phone_confirmed_at = null, sms_enabled = 0, whatsapp_enabled = 0,
      phone_lost_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    where phone_confirmed_at is not null and exists (
      select 1 from user_preferences as later
      where later.phone_number = user_preferences.phone_number
        and (later.phone_confirmed_at, later.user_id) > (user_preferences.phone_confirmed_at, user_preferences.user_id)
    )`.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("user_preferences").dropColumn("phone_lost_at").execute();
}

import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  // Without foreign keys, because deleting an account must not reset the count.
  await db.schema
    .createTable("messages_to_others")
    .addColumn("cause", "text", (column) => column.notNull())
    .addColumn("recipient", "text", (column) => column.notNull())
    .addColumn("user_id", "text", (column) => column.notNull())
    .addColumn("household_id", "text", (column) => column.notNull())
    .addColumn("is_email", "integer", (column) => column.notNull().check(sql`is_email in (0, 1)`))
    .addColumn("is_first", "integer", (column) => column.notNull().check(sql`is_first in (0, 1)`))
    .addColumn("counted_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("messages_to_others_key", ["cause", "recipient"])
    .modifyEnd(sql`strict`)
    .execute();
  const index = (name: string) =>
    db.schema.createIndex(`messages_to_others_${name}`).on("messages_to_others");
  await index("by_recipient").columns(["recipient", "counted_at"]).execute();
  await index("by_user").columns(["user_id", "counted_at"]).execute();
  await index("by_household").columns(["household_id", "counted_at"]).execute();
  await index("first").columns(["counted_at"]).where(sql.ref("is_first"), "=", 1).execute();
  await index("by_age").column("counted_at").execute();

  await db.schema
    .createTable("answered_senders")
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("recipient", "text", (column) => column.notNull())
    .addColumn("answered_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("answered_senders_key", ["user_id", "recipient"])
    .modifyEnd(sql`strict`)
    .execute();

  await db.schema.alterTable("user_preferences").addColumn("phone_confirmed_at", "text").execute();
  // Numbers that Mila has texted until now go on getting their reminders.
  await sql`update user_preferences set phone_confirmed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    where phone_number is not null`.execute(db);
  await db.schema
    .createTable("phone_codes")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("number", "text", (column) => column.notNull())
    .addColumn("tries", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("requested_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createIndex("phone_codes_of_user")
    .on("phone_codes")
    .columns(["user_id", "requested_at"])
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable("phone_codes").execute();
  await db.schema.alterTable("user_preferences").dropColumn("phone_confirmed_at").execute();
  await db.schema.dropTable("answered_senders").execute();
  await db.schema.dropTable("messages_to_others").execute();
}

import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("households")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();

  await db.schema
    .createTable("household_members")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("household_id", "text", (column) =>
      column.notNull().references("households.id").onDelete("cascade"),
    )
    .addColumn("user_id", "text", (column) =>
      column.notNull().unique().references("users.id").onDelete("cascade"),
    )
    .addColumn("role", "text", (column) => column.notNull().check(sql`role in ('owner', 'member')`))
    .addColumn("joined_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createIndex("household_members_by_household")
    .on("household_members")
    .columns(["household_id", "joined_at"])
    .execute();

  await db.schema
    .createTable("family_members")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
    .addColumn("household_id", "text", (column) =>
      column.notNull().references("households.id").onDelete("cascade"),
    )
    .addColumn("name", "text", (column) => column.notNull().check(sql`length(trim(name)) > 0`))
    .addColumn("relation", "text", (column) =>
      column
        .notNull()
        .check(
          sql`relation in ('spouse', 'partner', 'child', 'parent', 'grandparent', 'sibling', 'other')`,
        ),
    )
    .addColumn("phone", "text", (column) => column.check(sql`phone like '+%'`))
    .addColumn("email", "text", (column) => column.check(sql`email = lower(trim(email))`))
    .addColumn("linked_user_id", "text", (column) =>
      column.references("users.id").onDelete("set null"),
    )
    .addColumn("created_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createIndex("family_members_by_household")
    .on("family_members")
    .column("household_id")
    .execute();
  await db.schema
    .createIndex("family_members_by_user")
    .on("family_members")
    .column("user_id")
    .execute();
  await db.schema
    .createIndex("family_members_by_linked_user")
    .on("family_members")
    .column("linked_user_id")
    .execute();

  const off = (column: any) => column.notNull().defaultTo(0);
  const on = (column: any) => column.notNull().defaultTo(1);
  await db.schema
    .createTable("user_preferences")
    .addColumn("user_id", "text", (column) =>
      column.primaryKey().notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("auto_save_to_calendar", "integer", off)
    .addColumn("google_calendar_enabled", "integer", off)
    .addColumn("reminder_two_days_before", "integer", on)
    .addColumn("reminder_one_hour_before", "integer", off)
    .addColumn("daily_summary_enabled", "integer", off)
    .addColumn("daily_summary_time", "text", (column) =>
      column
        .notNull()
        .defaultTo("07:00")
        .check(
          sql`daily_summary_time glob '[0-2][0-9]:[0-5][0-9]' and daily_summary_time < '24:00'`,
        ),
    )
    .addColumn("default_spouse_id", "text", (column) =>
      column.references("family_members.id").onDelete("set null"),
    )
    .addColumn("delegation_method", "text", (column) =>
      column
        .notNull()
        .defaultTo("whatsapp")
        .check(sql`delegation_method in ('whatsapp', 'sms')`),
    )
    .addColumn("phone_number", "text", (column) => column.check(sql`phone_number like '+%'`))
    .addColumn("sms_enabled", "integer", off)
    .addColumn("whatsapp_enabled", "integer", off)
    .addColumn("email_enabled", "integer", on)
    .addCheckConstraint(
      "user_preferences_bits",
      sql`auto_save_to_calendar in (0, 1) and google_calendar_enabled in (0, 1) and reminder_two_days_before in (0, 1)
        and reminder_one_hour_before in (0, 1) and daily_summary_enabled in (0, 1) and sms_enabled in (0, 1)
        and whatsapp_enabled in (0, 1) and email_enabled in (0, 1)`,
    )
    .addCheckConstraint(
      "user_preferences_phone",
      sql`phone_number is not null or (sms_enabled = 0 and whatsapp_enabled = 0)`,
    )
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createIndex("user_preferences_by_default_spouse")
    .on("user_preferences")
    .column("default_spouse_id")
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  for (const table of ["user_preferences", "family_members", "household_members", "households"]) {
    await db.schema.dropTable(table).execute();
  }
}

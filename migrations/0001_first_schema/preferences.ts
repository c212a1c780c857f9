import { type Kysely, sql } from "kysely";
import {
  addIndexes,
  bit,
  flag,
  isOneOf,
  key,
  keyOf,
  linkTo,
  oneOf,
  partOf,
  preset,
  required,
} from "./builder.ts";

export async function createPreferences(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("user_preferences")
    .addColumn("user_id", "text", keyOf("users"))
    .addColumn("auto_save_to_calendar", "integer", preset(0))
    .addColumn("google_calendar_enabled", "integer", preset(0))
    .addColumn("reminder_two_days_before", "integer", preset(1))
    .addColumn("reminder_one_hour_before", "integer", preset(0))
    .addColumn("daily_summary_enabled", "integer", preset(0))
    .addColumn("daily_summary_time", "text", (column) =>
      column
        .notNull()
        .defaultTo("07:00")
        .check(
          sql`daily_summary_time glob '[0-2][0-9]:[0-5][0-9]' and daily_summary_time < '24:00'`,
        ),
    )
    .addColumn("default_spouse_id", "text", linkTo("family_members"))
    .addColumn("delegation_method", "text", (column) =>
      column
        .notNull()
        .defaultTo("whatsapp")
        .check(isOneOf("delegation_method", ["whatsapp", "sms"])),
    )
    .addColumn("phone_number", "text", (column) => column.check(sql`phone_number like '+%'`))
    .addColumn("sms_enabled", "integer", preset(0))
    .addColumn("whatsapp_enabled", "integer", preset(0))
    .addColumn("email_enabled", "integer", preset(1))
    .addColumn("next_daily_summary_at", "text")
    .addColumn("phone_confirmed_at", "text")
    .addColumn("other_way_enabled", "integer", flag("other_way_enabled", 1))
    .addColumn("push_enabled", "integer", flag("push_enabled"))
    .addColumn("next_way_enabled", "integer", flag("next_way_enabled"))
    .addColumn("nag_enabled", "integer", flag("nag_enabled"))
    .addColumn("ntfy_topic", "text")
    .addColumn("telegram_chat", "text")
    .addColumn("telegram_lost_at", "text")
    .addColumn("phone_lost_at", "text")
    .addColumn("ntfy_version", "integer", preset(1))
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
  await addIndexes(db, "user_preferences", {
    user_preferences_by_default_spouse: { on: ["default_spouse_id"] },
    user_preferences_by_next_summary: {
      on: ["next_daily_summary_at"],
      where: [["next_daily_summary_at", "is not", null]],
    },
    user_preferences_by_phone: { on: ["phone_number"], where: [["phone_number", "is not", null]] },
    user_preferences_by_chat: { on: ["telegram_chat"], unique: true },
  });

  await db.schema
    .createTable("phone_codes")
    .addColumn("id", "text", key)
    .addColumn("user_id", "text", partOf("users"))
    .addColumn("number", "text", required)
    .addColumn("tries", "integer", preset(0))
    .addColumn("requested_at", "text", required)
    .modifyEnd(sql`strict`)
    .execute();
  await addIndexes(db, "phone_codes", {
    phone_codes_of_user: { on: ["user_id", "requested_at"] },
  });

  await db.schema
    .createTable("welcome_answers")
    .addColumn("user_id", "text", partOf("users"))
    .addColumn("question", "text", oneOf("question", ["you", "children", "sharing", "reminders"]))
    .addColumn("is_skipped", "integer", bit("is_skipped"))
    .addColumn("answered_at", "text", required)
    .addPrimaryKeyConstraint("welcome_answers_once", ["user_id", "question"])
    .modifyEnd(sql`strict`)
    .execute();
}

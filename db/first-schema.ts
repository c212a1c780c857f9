import { type Kysely, sql } from "kysely";
import { BackupError } from "./errors.ts";
import { hasTable } from "./has-table.ts";
import type { Database } from "./schema.ts";

const firstSchema = "0001_first_schema";

/** These migrations, one after the other, make what the first schema makes at once. */
const oldMigrations = `
  0001_accounts
  0002_household
  0003_tasks
  0004_overdue
  0005_due_readings
  0006_reminders
  0007_deliveries
  0008_delivery_surroundings
  0009_account_emails
  0010_family_invitations
  0011_delegations
  0012_household_revisions
  0013_google_accounts
  0014_calendar_feeds
  0015_google_calendar
  0016_task_marks
  0018_bounced_addresses
  0019_emails_to_strangers
  0020_previous_email
  0021_outbox_names
  0022_outbox_payload
  0023_sign_ups
  0024_messages_to_others
  0025_confirmed_sessions
  0026_instance_owner
  0027_audit_events
  0028_second_factors
  0029_passkeys_and_providers
  0030_new_owner_notice
  0031_delivery_lanes
  0032_message_log
  0033_held_deliveries
  0034_other_way
  0035_readings_and_learned_words
  0036_first_day
  0037_seen_reminders
  0038_chosen_categories
  0039_series
  0040_breaks
  0041_turns
  0042_passed_times
  0043_series_in_google_calendar
  0044_turn_holders_and_requests_for_all
  0046_web_push
  0047_reminders_again
  0048_ntfy_and_telegram
  0049_chat
  0050_sent_changes
  0051_kept_forms
  0053_unread_repetitions
  0055_lost_chats
  0056_several_kept_forms
  0057_skipped_times
  0058_dates_ahead
  0060_unconfirmed_messages
  0063_session_second_step
  0064_bound_cookies
  0077_adding_requests
  0078_lost_numbers
  0079_ntfy_buttons
  0080_ladder_of_ways
  0084_open_deliveries
  0088_late_done
  0089_changed_minds
  0090_conversations_in_chats
  0091_departed_accounts
  0096_former_askers
  0097_moved_by
  0099_turns_before
  0100_what_became_of_requests
  0102_turns
  0103_other_ways_in_turns
  0105_done_tasks_by_due_date
  0108_words_of_households
  0109_messages_of_a_day
  0110_few_tasks_of_a_page
  0111_times_of_audit_events
  0112_series_to_fit
  0113_tasks_to_announce
  0114_unknown_senders_by_age
  0118_pauses_of_one
  0119_turns_to_pass
  0120_accounts_to_remove
  0121_departures
  0122_households_to_announce
  0123_early_reminders
  0128_dates_ahead_of_series
  0129_memory_of_workers
`
  .trim()
  .split(/\s+/);

/** The commit with the last of the old migrations. */
const lastWithOldMigrations = "c7b0b708";

/**
 * Counts all old migrations as the first schema.
 * @param shownAs the database's name for people
 * @throws BackupError with instructions, when the database has only some of them
 */
export function readAsFirstSchema(applied: string[], shownAs = "it"): string[] {
  const missing = oldMigrations.filter((name) => !applied.includes(name));
  if (missing.length === oldMigrations.length) return applied;
  if (missing.length > 0) throw new BackupError(`${shownAs} ${describeOlder(missing)}`);
  return [firstSchema, ...applied.filter((name) => !oldMigrations.includes(name))];
}

/** Writes the first schema's name in place of the old ones, if the database has them. */
export async function recordFirstSchema(db: Kysely<Database>): Promise<void> {
  if (!(await hasTable(db, "kysely_migration"))) return;
  const [first, ...others] = oldMigrations;
  await sql`update kysely_migration set name = ${firstSchema} where name = ${first}`.execute(db);
  await sql`delete from kysely_migration where name in (${sql.join(others)})`.execute(db);
}

function describeOlder(missing: string[]): string {
  const [next = ""] = missing;
  const isPrefix = missing.length === oldMigrations.length - oldMigrations.indexOf(next);
  if (!isPrefix)
    return `was upgraded without ${next}, which no version can add now: use it with the version that you had`;
  return `is from an older version of Mila (before ${next}): start commit ${lastWithOldMigrations} with it once, then this version`;
}

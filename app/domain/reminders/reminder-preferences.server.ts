import type { Kysely } from "kysely";
import { bit } from "#app/domain/core/bit.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { bumpRevision } from "#app/domain/people/revision.server.ts";
import { findPreferences, savePreferences } from "#app/domain/preferences/preferences.server.ts";
import type { Bit, Database } from "#db/schema.ts";
import { reminderPreferencesSaved } from "./events.server.ts";
import type { ReminderPreferences } from "./input.ts";
import type { ReminderColumn } from "./preferred-minutes.ts";
import { syncRemindersOf } from "./planning/sync-reminders.server.ts";
import { inHousehold } from "#app/domain/people/household/in-household.server.ts";

export async function findReminderPreferences(db: Kysely<Database>, userId: string) {
  const preferences = await findPreferences(db, userId);
  return {
    reminderTwoDaysBefore: preferences.reminder_two_days_before === 1,
    reminderOneHourBefore: preferences.reminder_one_hour_before === 1,
    dailySummaryEnabled: preferences.daily_summary_enabled === 1,
    schoolMailEnabled: preferences.school_mail_enabled === 1,
    dailySummaryTime: preferences.daily_summary_time,
  } satisfies Required<ReminderPreferences>;
}

/** Also reschedules the user's reminders and next daily summary. */
export async function saveReminderPreferences(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  chosen: ReminderPreferences,
  now: string = nowIso(),
): Promise<void> {
  await inHousehold(db, viewer, async (trx) => {
    const reminders: Record<ReminderColumn, Bit> = {
      reminder_two_days_before: bit(chosen.reminderTwoDaysBefore),
      reminder_one_hour_before: bit(chosen.reminderOneHourBefore),
    };
    await savePreferences(trx, viewer.userId, {
      ...reminders,
      daily_summary_enabled: bit(chosen.dailySummaryEnabled),
      school_mail_enabled: bit(chosen.schoolMailEnabled),
      ...(chosen.dailySummaryTime && { daily_summary_time: chosen.dailySummaryTime }),
    });
    await syncRemindersOf(trx, viewer, now);
    await reminderPreferencesSaved.announce(trx, viewer, now);
    await bumpRevision(trx, viewer.householdId);
  });
}

import type { Kysely } from "kysely";
import { bit } from "#app/domain/core/bit.ts";
import { findPreferences, savePreferences } from "#app/domain/preferences/preferences.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { forgetUnsent } from "./entries/bring-up-to-date.server.ts";
import { syncEntries } from "./entries/sync-entries.server.ts";
import { calendarSwitchedOn } from "./events.server.ts";
import type { CalendarPreferences } from "./input.ts";

export async function findCalendarPreferences(
  db: Kysely<Database>,
  userId: string,
): Promise<CalendarPreferences> {
  const row = await findPreferences(db, userId);
  return {
    autoSaveToCalendar: row.auto_save_to_calendar === 1,
    googleCalendarEnabled: row.google_calendar_enabled === 1,
  };
}

export async function saveCalendarPreferences(
  db: Kysely<Database>,
  userId: string,
  { autoSaveToCalendar, googleCalendarEnabled }: CalendarPreferences,
): Promise<void> {
  const now = nowIso();
  await db.transaction().execute(async (trx) => {
    const before = await findCalendarPreferences(trx, userId);
    await savePreferences(trx, userId, {
      auto_save_to_calendar: bit(autoSaveToCalendar),
      google_calendar_enabled: bit(googleCalendarEnabled),
    });
    const isSwitchedOn =
      googleCalendarEnabled &&
      (!before.googleCalendarEnabled || (autoSaveToCalendar && !before.autoSaveToCalendar));
    if (isSwitchedOn) return calendarSwitchedOn.announce(trx, { userId }, now);
    if (googleCalendarEnabled) return syncEntries(trx, { userId }, now);
    await forgetUnsent(trx, userId);
  });
}

import type { Kysely } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { syncEntries } from "./entries/sync-entries.server.ts";
import type { CalendarPreferences } from "./input.ts";

/** What the user has switched on. */
export async function findCalendarPreferences(db: Kysely<Database>, userId: string): Promise<CalendarPreferences> {
  const row = await db
    .selectFrom("user_preferences")
    .select(["auto_save_to_calendar", "google_calendar_enabled"])
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return {
    autoSaveToCalendar: row.auto_save_to_calendar === 1,
    googleCalendarEnabled: row.google_calendar_enabled === 1,
  };
}

/** Saves the switches. Entries follow only while Google Calendar is on; switched on again, they catch up. */
export async function saveCalendarPreferences(
  db: Kysely<Database>,
  userId: string,
  { autoSaveToCalendar, googleCalendarEnabled }: CalendarPreferences,
): Promise<void> {
  const now = nowIso();
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable("user_preferences")
      .set({
        auto_save_to_calendar: autoSaveToCalendar ? 1 : 0,
        google_calendar_enabled: googleCalendarEnabled ? 1 : 0,
      })
      .where("user_id", "=", userId)
      .execute();
    if (googleCalendarEnabled) return syncEntries(trx, { userId }, now);
    // What is cancelled meanwhile counts as not said.
    await trx.updateTable("calendar_entries").set({ content: "" }).where("user_id", "=", userId).execute();
  });
}

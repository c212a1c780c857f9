import type { Preferences } from "#app/domain/preferences/preferences.server.ts";

/** The preferences that remind a user of every task. */
export type ReminderColumn = Extract<keyof Preferences, `reminder_${string}`>;

/** The minutes before the due date at which each preference reminds. */
const minutesBefore: Record<ReminderColumn, number> = {
  reminder_two_days_before: 2 * 24 * 60,
  reminder_one_hour_before: 60,
};

/** Lists the minutes before the due time at which a user wants to be reminded of every task. */
export function preferredMinutes(preferences: Pick<Preferences, ReminderColumn>): number[] {
  const columns = Object.keys(minutesBefore) as ReminderColumn[];
  return columns.filter((column) => preferences[column]).map((column) => minutesBefore[column]);
}

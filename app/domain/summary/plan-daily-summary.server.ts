import type { Transaction } from "kysely";
import { instantOf, Temporal, wallClockAt } from "#app/domain/core/time.ts";
import { findPreferences, savePreferences } from "#app/domain/preferences/preferences.server.ts";
import type { Database } from "#db/schema.ts";

/** Gives one instant on every local date, even when clocks change. @param time wall clock, HH:mm */
export function nextDailySummaryAt(now: string, time: string, timeZone: string): string {
  const today = wallClockAt(now, timeZone).toPlainDate();
  const at = (date: Temporal.PlainDate) =>
    instantOf(date.toPlainDateTime(Temporal.PlainTime.from(time)), timeZone);
  const candidate = at(today);
  return candidate > now ? candidate : at(today.add({ days: 1 }));
}

/** Leaves a summary that is already due for the worker. */
export async function planDailySummary(
  trx: Transaction<Database>,
  { userId, timeZone }: { userId: string; timeZone: string },
  now: string,
): Promise<void> {
  const preferences = await findPreferences(trx, userId);
  const { daily_summary_enabled, daily_summary_time, next_daily_summary_at: planned } = preferences;
  if (daily_summary_enabled && planned && planned <= now) return;
  const next = daily_summary_enabled ? nextDailySummaryAt(now, daily_summary_time, timeZone) : null;
  await savePreferences(trx, userId, { next_daily_summary_at: next });
}

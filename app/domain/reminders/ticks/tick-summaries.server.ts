import type { Kysely, Transaction } from "kysely";
import { nextDailySummaryAt } from "./next-daily-summary.server.ts";
import { instantOf, wallClockAt } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { wantedChannels } from "#app/domain/outbox/channels/wanted-channels.ts";

const atOnce = 500;

/**
 * Makes deliveries of the daily summaries whose time has come, one for each local date, and plans the next ones. One
 * that is made late is still the summary of the date that it was planned for, also when that date is over.
 * @param timeZone of the instance, for people whose zone is not known
 */
export async function tickSummaries(db: Kysely<Database>, timeZone: string, now: string): Promise<number> {
  let count = 0;
  let taken: number;
  do {
    taken = await db.transaction().execute((trx) => tickSome(trx, timeZone, now));
    count += taken;
    // After days without a worker somebody's next one is due as well.
  } while (taken > 0);
  return count;
}

async function tickSome(trx: Transaction<Database>, timeZone: string, now: string): Promise<number> {
  const due = await trx
    .selectFrom("user_preferences as preferences")
    .innerJoin("profiles", "profiles.id", "preferences.user_id")
    .select(["preferences.user_id", "daily_summary_time", "next_daily_summary_at", "profiles.time_zone"])
    .select(["sms_enabled", "whatsapp_enabled", "email_enabled"])
    .where("next_daily_summary_at", "<=", now)
    .$narrowType<{ next_daily_summary_at: string }>()
    .orderBy("next_daily_summary_at")
    .limit(atOnce)
    .execute();
  const summaries = due.map((row) => ({
    ...row,
    plannedAt: row.next_daily_summary_at,
    timeZone: row.time_zone ?? timeZone,
  }));
  const deliveries = summaries.flatMap((summary) => {
    const date = wallClockAt(summary.plannedAt, summary.timeZone).toPlainDate();
    return wantedChannels(summary).map((channel) => ({
      kind: "daily_summary" as const,
      channel,
      userId: summary.user_id,
      subjectId: date.toString(),
      isOwn: true,
      dedupeKey: `daily_summary:${summary.user_id}:${date.toString()}`,
      notBefore: summary.plannedAt,
      // A summary only on its day.
      expiresAt: instantOf(date.add({ days: 1 }).toPlainDateTime(), summary.timeZone),
    }));
  });
  await addDeliveries(trx, deliveries, now);
  for (const { user_id, daily_summary_time, plannedAt, timeZone: zone } of summaries) {
    await trx
      .updateTable("user_preferences")
      .set({ next_daily_summary_at: nextDailySummaryAt(plannedAt, daily_summary_time, zone) })
      .where("user_id", "=", user_id)
      .execute();
  }
  return due.length;
}

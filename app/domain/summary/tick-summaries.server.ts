import type { Kysely, Transaction } from "kysely";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { listDueSummaries, savePreferences } from "#app/domain/preferences/preferences.server.ts";
import { nextDailySummaryAt } from "./plan-daily-summary.server.ts";
import { yieldToOthers } from "#db/sql/batches.ts";
import { instantOf, laterBy, type Temporal, wallClockAt } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { wantedChannels } from "#app/domain/outbox/channels/wanted-channels.ts";

const batchSize = 100;

/**
 * Each summary is for the local date it was planned for.
 * @param timeZone for users whose zone is unknown
 */
export async function tickSummaries(
  db: Kysely<Database>,
  timeZone: string,
  now: string,
): Promise<number> {
  let count = 0;
  // Repeats until none is due: after days without a worker, the next summaries are due too.
  while ((await listDueSummaries(db, now, 1)).length > 0) {
    const batchCount = await db.transaction().execute((trx) => tickBatch(trx, timeZone, now));
    count += batchCount;
    await yieldToOthers();
  }
  return count;
}

async function tickBatch(
  trx: Transaction<Database>,
  timeZone: string,
  now: string,
): Promise<number> {
  const due = await listDueSummaries(trx, now, batchSize);
  const people = await findPeople(
    trx,
    due.map(({ user_id }) => user_id),
  );
  const summaries = due.map((row) => ({
    ...row,
    plannedAt: row.next_daily_summary_at,
    timeZone: people.get(row.user_id)?.timeZone ?? timeZone,
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
      expiresAt: expiryOf(date, summary),
    }));
  });
  await addDeliveries(trx, deliveries, now);
  for (const { user_id, daily_summary_time, plannedAt, timeZone: zone } of summaries) {
    const next = nextDailySummaryAt(plannedAt, daily_summary_time, zone);
    await savePreferences(trx, user_id, { next_daily_summary_at: next });
  }
  return due.length;
}

/**
 * A summary is too late at the end of its day, but one planned shortly before midnight gets an
 * hour.
 */
function expiryOf(
  date: Temporal.PlainDate,
  { plannedAt, timeZone }: { plannedAt: string; timeZone: string },
): string {
  const midnight = instantOf(date.add({ days: 1 }).toPlainDateTime(), timeZone);
  const earliest = laterBy(plannedAt, { hours: 1 });
  return midnight > earliest ? midnight : earliest;
}

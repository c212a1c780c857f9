import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { endFeed } from "./files/feed-settings.server.ts";
import { endCalendar } from "./google/end-calendar.server.ts";

/**
 * Ends access when an account gets another owner: the previous one could still see its tasks in the
 * feed or in Google Calendar.
 */
export async function endCalendarAccess(
  trx: Transaction<Database>,
  { userId }: { userId: string },
  now: string,
): Promise<void> {
  await endFeed(trx, userId);
  await endCalendar(trx, userId, now);
}

import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { endFeed } from "./files/feed-settings.server.ts";
import { endCalendar } from "./google/end-calendar.server.ts";
import { endShownCalendars } from "./shown/shown-calendars.server.ts";

/**
 * Ends access when an account ends or gets another owner: the previous one could still see its tasks
 * in the feed or in Google Calendar. The addresses that they brought end as well.
 */
export async function endCalendarAccess(
  trx: Transaction<Database>,
  { userId }: { userId: string },
  now: string,
): Promise<void> {
  await endFeed(trx, userId);
  await endCalendar(trx, userId, now);
  await endShownCalendars(trx, { userId });
}

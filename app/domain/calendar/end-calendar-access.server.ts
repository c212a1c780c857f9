import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { endFeed } from "./files/feed-settings.server.ts";
import { forgetCalendar } from "./google/connection.server.ts";

/** Otherwise the account's previous owner could still see its tasks in the feed or in Google Calendar. */
export async function endCalendarAccess(
  trx: Transaction<Database>,
  { userId }: { userId: string },
): Promise<void> {
  await endFeed(trx, userId);
  await forgetCalendar(trx, userId);
}

import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { endFeed } from "./files/feed-settings.server.ts";
import { forgetCalendar } from "./google/connection.server.ts";

/** Ends what would show tasks to whoever had the account before: the feed's link and the connected calendar. */
export async function endCalendars(trx: Transaction<Database>, { userId }: { userId: string }): Promise<void> {
  await endFeed(trx, userId);
  await forgetCalendar(trx, userId);
}

import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { endFeed } from "./files/feed-settings.server.ts";
import { forgetCalendar } from "./google/connection.server.ts";

/** The previous owner of the account could still see its tasks in either. */
export async function endCalendarAccess(trx: Transaction<Database>, { userId }: { userId: string }): Promise<void> {
  await endFeed(trx, userId);
  await forgetCalendar(trx, userId);
}

import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { endGoogleInWeek } from "./shown/google-in-week.server.ts";

/**
 * Records that Google no longer lets Mila in, which also ends what the week shows of the calendar.
 * Does nothing if the user has connected again since.
 */
export async function recordGrantGone(
  trx: Transaction<Database>,
  { userId, since }: { userId: string; since: string },
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable("calendar_connections")
    .set({ problem: "grant_gone" })
    .where("user_id", "=", userId)
    .where("connected_at", "<=", since)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await endGoogleInWeek(trx, userId);
}

import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { endGoogleInWeek } from "./shown/google-in-week.server.ts";

/**
 * Records that Mila has lost access to an account's Google calendar, and removes it from the week.
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

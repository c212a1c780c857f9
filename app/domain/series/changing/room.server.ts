import type { Kysely, Transaction } from "kysely";
import { idList } from "#db/sql/values.ts";
import { NoRoom } from "#app/domain/tasks/events.server.ts";
import { householdShares } from "#app/services/shares.server.ts";
import type { Database } from "#db/schema.ts";

/** @throws NoRoom */
export async function requireRoomForSeries(
  trx: Transaction<Database>,
  added: { householdId: string; count: number },
): Promise<void> {
  const noRoom = await findNoRoomForSeries(trx, added);
  if (noRoom !== null) throw new NoRoom(noRoom);
}

/** Returns why the household cannot add this many repeating tasks, or null. */
export async function findNoRoomForSeries(
  db: Kysely<Database>,
  { householdId, count }: { householdId: string; count: number },
): Promise<string | null> {
  const repeating = (await countRunningSeries(db, [householdId])).get(householdId) ?? 0;
  if (repeating + count <= householdShares.series) return null;
  const most = householdShares.series.toLocaleString("en-US");
  return `That's more than ${most} repeating tasks in your household. Nothing was lost: please end some, then try again.`;
}

/**
 * Keyed by household; omits households without any. Does not count series that have ended, which
 * stay for their history.
 */
export async function countRunningSeries(
  db: Kysely<Database>,
  householdIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await runningSeriesQuery(db, householdIds).execute();
  return new Map(rows.map(({ household_id, repeating }) => [household_id, repeating]));
}

export function runningSeriesQuery(db: Kysely<Database>, householdIds: readonly string[]) {
  return db
    .selectFrom("series")
    .innerJoin("series_occurrences as occurrence", "occurrence.series_id", "series.id")
    .select("series.household_id")
    .select(({ fn }) => fn.countAll<number>().as("repeating"))
    .where("series.household_id", "in", idList(householdIds))
    .groupBy("series.household_id")
    .where("series.ended_at", "is", null)
    .where("occurrence.state", "=", "open");
}

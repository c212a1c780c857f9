import type { Kysely } from "kysely";
import { instantOf, nowIso, wallClockAt } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { listTasksDue } from "../find-tasks.server.ts";

/** Open tasks due by midnight in the viewer's zone, with the overdue ones. */
export async function countDueToday(
  db: Kysely<Database>,
  { householdId, timeZone }: { householdId: string; timeZone: string },
): Promise<number> {
  const midnight = wallClockAt(nowIso(), timeZone).toPlainDate().add({ days: 1 }).toPlainDateTime();
  return (await listTasksDue(db, [householdId], instantOf(midnight, timeZone))).length;
}

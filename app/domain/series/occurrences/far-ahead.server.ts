import type { Kysely, Transaction } from "kysely";
import { wallClockAt } from "#app/domain/core/time.ts";
import { ChangeRefused } from "#app/domain/tasks/events.server.ts";
import type { Database } from "#db/schema.ts";
import { findOccurrences } from "./series.server.ts";

/** Completing one opens the next, so without a limit one account could fill the disk. */
export const maxAhead = 30;

/** Says why an open occurrence can't be done or skipped yet; null if it can. */
export async function findTooFarAhead(
  db: Kysely<Database>,
  taskId: string,
  now: string,
): Promise<string | null> {
  const [found] = await findOccurrences(db, [taskId]);
  if (found?.occurrence.state !== "open") return null;
  const { series, occurrence } = found;
  const today = wallClockAt(now, series.time_zone).toPlainDate().toString();
  const before = await db
    .selectFrom("series_occurrences")
    .select("occurs_on")
    .where("series_id", "=", series.id)
    .where("number", "<", occurrence.number)
    .where("number", ">=", occurrence.number - maxAhead)
    .where("occurs_on", ">", today)
    .execute();
  return before.length < maxAhead
    ? null
    : `The next ${maxAhead} dates are done already. Please come back later`;
}

/** @throws ChangeRefused */
export async function refuseTooFarAhead(
  trx: Transaction<Database>,
  { taskId }: { taskId: string },
  now: string,
): Promise<void> {
  const words = await findTooFarAhead(trx, taskId, now);
  if (words !== null) throw new ChangeRefused(words);
}

import type { Kysely } from "kysely";
import { formatDateWithWeekday, nowIso, Temporal, wallClockAt } from "#app/domain/core/time.ts";
import { accountOfPerson, nameOfPerson } from "#app/domain/people/people.server.ts";
import type { Database } from "#db/schema.ts";
import { findOccurrences } from "./occurrences/series.server.ts";
import { idList } from "#db/sql/values.ts";

interface PastOccurrence {
  number: number;
  /** The day when it was done or due: "Tue, Nov 17", or in another year "Tue, Nov 17, 2026". */
  day: string;
  /** "done by Sam", "missed". */
  words: string;
}

export interface SeriesHistory {
  past: PastOccurrence[];
  /** The number of occurrences done in a row up to now. */
  inARow: number;
}

const maxShown = 10;
const maxRead = 400;

/** Lists the newest first; undefined for a task that does not repeat. */
export async function findSeriesHistory(
  db: Kysely<Database>,
  { userId, timeZone }: { userId: string; timeZone: string },
  taskId: string,
  now: string = nowIso(),
): Promise<SeriesHistory | undefined> {
  const [found] = await findOccurrences(db, [taskId]);
  if (!found) return undefined;
  const rows = await db
    .selectFrom("series_occurrences")
    .select(["number", "occurs_on", "state", "closed_at", "missed_before"])
    .select([nameOfPerson("done_by").as("doer"), accountOfPerson("done_by").as("doerUserId")])
    .where("series_id", "=", found.series.id)
    .where("state", "in", ["done", "missed", "skipped"])
    .orderBy("number", "desc")
    .limit(maxRead)
    .execute();
  const { year } = wallClockAt(now, timeZone);
  const past = rows.slice(0, maxShown).map((row) => {
    const isDone = row.state === "done";
    const planned = Temporal.PlainDate.from(row.occurs_on);
    const day =
      isDone && row.closed_at ? wallClockAt(row.closed_at, timeZone).toPlainDate() : planned;
    return {
      number: row.number,
      day: formatDateWithWeekday(day, day.year !== year),
      words: isDone
        ? ["done", row.doerUserId === userId ? "you" : row.doer].filter(Boolean).join(" by ")
        : row.state,
    };
  });
  return { past, inARow: countInARow(rows, found.occurrence.missed_before) };
}

/** A skipped occurrence neither counts nor interrupts the row. */
function countInARow(
  rows: { state: string; missed_before: number }[],
  missedBefore: number,
): number {
  if (missedBefore > 0) return 0;
  let count = 0;
  for (const { state, missed_before } of rows) {
    if (state === "missed") break;
    if (state === "done") count += 1;
    if (missed_before > 0) break;
  }
  return count;
}

/** Returns who did these occurrences, by task; null if it is not known. */
export async function findDoers(
  db: Kysely<Database>,
  taskIds: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom("series_occurrences")
    .select(["task_id", "done_by"])
    .where("task_id", "in", idList(taskIds))
    .where("state", "=", "done")
    .execute();
  return new Map(rows.map(({ task_id, done_by }) => [task_id!, done_by]));
}

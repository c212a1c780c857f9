import type { Kysely } from "kysely";
import { idList } from "#app/domain/core/sql/values.ts";
import { laterBy } from "#app/domain/core/time.ts";
import { instantOn } from "#app/domain/tasks/recurrence/dates.server.ts";
import { compileOnce } from "#app/domain/core/sql/compile-once.ts";
import type { Database } from "#db/schema.ts";
import { datesFrom, findOccurrences, type Occurrence, type Series } from "../occurrences/series.server.ts";

interface CalendarSeries {
  /** The same before and after the occurrence gets its task. */
  uid: string;
  /** After an open occurrence. Starts are UTC. */
  later: { uid: string; start: string }[];
}

/** By task id; tasks for once are missing. */
export async function findCalendarSeries(
  db: Kysely<Database>,
  taskIds: readonly string[],
  { now, days }: { now: string; days: number },
): Promise<Map<string, CalendarSeries>> {
  const last = laterBy(now, { hours: 24 * days }).slice(0, 10);
  const found = await findOccurrences(db, taskIds);
  return new Map(
    found.map(({ series, occurrence }) => {
      const { next_on: next, state } = occurrence;
      const dates = state === "open" && next && next <= last ? datesFrom(series, next, last) : [];
      const later = dates.map((on) => ({
        uid: `${series.id}-${on}`,
        start: instantOn(on, series.local_time, series.time_zone),
      }));
      return [occurrence.task_id!, { uid: uidOf(series, occurrence), later }];
    }),
  );
}

/** Two occurrences that count from completion can have the same date. */
function uidOf(series: Series, { occurs_on, task_id }: Occurrence): string {
  return series.counts_from === "due" ? `${series.id}-${occurs_on}` : task_id!;
}

/** The task of the occurrence before, by task id. */
export async function findTasksBefore(db: Kysely<Database>, taskIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await listBefore(db, taskIds);
  return new Map(rows.flatMap(({ task_id, before }) => (task_id && before ? [[task_id, before]] : [])));
}

const listBefore = compileOnce((db, taskIds: readonly string[]) =>
  db
    .selectFrom("series_occurrences as own")
    .innerJoin("series_occurrences as earlier", (join) =>
      join
        .onRef("earlier.series_id", "=", "own.series_id")
        .onRef("earlier.number", "=", (eb) => eb("own.number", "-", 1)),
    )
    .select(["own.task_id", "earlier.task_id as before"])
    .where("own.task_id", "in", idList(taskIds))
    .where("own.state", "=", "open"),
);

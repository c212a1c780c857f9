import type { Kysely } from "kysely";
import { idList } from "#db/sql/values.ts";
import { mapInSlices } from "#app/domain/core/in-slices.ts";
import { laterBy } from "#app/domain/core/time.ts";
import { instantOn } from "#app/domain/recurrence/dates.server.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import type { Database } from "#db/schema.ts";
import {
  datesFrom,
  findOccurrences,
  type Occurrence,
  type Series,
} from "./occurrences/series.server.ts";

interface CalendarSeries {
  /** The same before and after the occurrence gets its task. */
  uid: string;
  series: Series;
  /** The date after an open occurrence. */
  nextOn: string | null;
}

/** Maps task ids; tasks that do not repeat are missing. */
export async function findCalendarSeries(
  db: Kysely<Database>,
  taskIds: readonly string[],
): Promise<Map<string, CalendarSeries>> {
  const found = await findOccurrences(db, taskIds);
  return new Map(
    found.map(({ series, occurrence }) => {
      const nextOn = occurrence.state === "open" ? occurrence.next_on : null;
      return [occurrence.task_id!, { uid: uidOf(series, occurrence), series, nextOn }];
    }),
  );
}

interface LaterDate {
  taskId: string;
  uid: string;
  /** UTC. */
  start: string;
}

/**
 * The dates after the open occurrences, up to `days` from now. Looks ahead only as far as it takes to find `max`, so that
 * many series cost no more than a few.
 */
export async function listLaterDates(
  all: ReadonlyMap<string, CalendarSeries>,
  { now, days, max }: { now: string; days: number; max: number },
): Promise<LaterDate[]> {
  const open = [...all].flatMap(([taskId, { series, nextOn }]) =>
    nextOn ? [{ taskId, series, nextOn }] : [],
  );
  const dayAfter = (count: number) => laterBy(now, { hours: 24 * count }).slice(0, 10);
  const found: LaterDate[] = [];
  let [from, width] = [0, Math.ceil(max / Math.max(open.length, 1))];
  while (from <= days && found.length < max) {
    const to = Math.min(from + width - 1, days);
    const first = from === 0 ? "" : dayAfter(from);
    const last = dayAfter(to);
    const dates = await mapInSlices(open, ({ taskId, series, nextOn }) =>
      nextOn > last
        ? []
        : datesFrom(series, nextOn > first ? nextOn : first, last).map((on) => ({
            taskId,
            uid: `${series.id}-${on}`,
            start: instantOn(on, series.local_time, series.time_zone),
          })),
    );
    found.push(...dates.flat());
    from = to + 1;
    width *= 4;
  }
  return found;
}

/** Two occurrences that count from completion can have the same date. */
function uidOf(series: Series, { occurs_on, task_id }: Occurrence): string {
  return series.counts_from === "due" ? `${series.id}-${occurs_on}` : task_id!;
}

/** The task of the occurrence before, by task id. */
export async function findTasksBefore(
  db: Kysely<Database>,
  taskIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await listBefore(db, taskIds);
  return new Map(
    rows.flatMap(({ task_id, before }) => (task_id && before ? [[task_id, before]] : [])),
  );
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

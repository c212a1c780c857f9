import type { Kysely, Transaction } from "kysely";
import { idList, rowTable } from "#db/sql/values.ts";
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
import { updateOccurrence } from "./occurrences/update-occurrence.server.ts";

interface CalendarSeries {
  /** The same before and after the occurrence gets its task. */
  uid: string;
  series: Series;
  /** The date after an open occurrence. */
  nextOn: string | null;
}

/**
 * Gives occurrences their UIDs once they have been open or done. The first of a series may have been a task for once, so
 * it has that task's. Others have the one of their date, by which calendars know it already.
 */
export async function keepUids(
  trx: Transaction<Database>,
  { taskIds }: { taskIds: string[] },
): Promise<void> {
  const found = await findOccurrences(trx, taskIds);
  const fresh = found.filter(({ occurrence: { uid, state } }) => uid === null && state !== "ahead");
  if (fresh.length === 0) return;
  const from = fresh.map(({ series, occurrence }) => ({ series, on: occurrence.occurs_on }));
  const taken = await findUids(trx, from);
  for (const { series, occurrence } of fresh) {
    const { occurs_on, number, task_id, state } = occurrence;
    // One that was done ahead comes before the open one.
    const isFirst = number === 1 && state === "open";
    const isForeseen = series.counts_from === "due" && !isFirst;
    const uid = isForeseen ? uidOfDate(series, occurs_on, (one) => taken.has(one)) : task_id!;
    taken.set(uid, { occurs_on, state });
    await updateOccurrence(trx, occurrence, { uid });
  }
}

/** The first that is free: an occurrence that was moved keeps its own, and another may take its date. */
function uidOfDate({ id }: Series, on: string, isTaken: (uid: string) => boolean): string {
  let uid = `${id}-${on}`;
  for (let count = 2; isTaken(uid); count += 1) uid = `${id}-${on}-${count}`;
  return uid;
}

/** The UIDs of each series that name its date or a later one. */
async function findUids(db: Kysely<Database>, dates: readonly { series: Series; on: string }[]) {
  const first = dates.map(({ series: { id }, on }) => ({ id, uid: `${id}-${on}` }));
  const rows = await db
    .selectFrom(rowTable(first, ["id", "uid"]).as("first"))
    .innerJoin("series_occurrences as own", (join) =>
      join.onRef("own.series_id", "=", "first.id").onRef("own.uid", ">=", "first.uid"),
    )
    .select(["own.uid", "own.occurs_on", "own.state"])
    .execute();
  return new Map(rows.map(({ uid, occurs_on, state }) => [uid, { occurs_on, state }]));
}

/** Maps task ids; tasks that do not repeat are missing. */
export async function findCalendarSeries(
  db: Kysely<Database>,
  taskIds: readonly string[],
): Promise<Map<string, CalendarSeries>> {
  const found = await findOccurrences(db, taskIds);
  return new Map(
    found.map(({ series, occurrence }) => {
      const { task_id, uid, state, next_on } = occurrence;
      const nextOn = state === "open" ? next_on : null;
      return [task_id!, { uid: uid ?? dateAhead(series, occurrence), series, nextOn }];
    }),
  );
}

/** One that was never open. */
function dateAhead(series: Series, { occurs_on, task_id }: Occurrence): string {
  return series.counts_from === "due" ? uidOfDate(series, occurs_on, () => false) : task_id!;
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
  db: Kysely<Database>,
  all: ReadonlyMap<string, CalendarSeries>,
  { now, days, max }: { now: string; days: number; max: number },
): Promise<LaterDate[]> {
  const open = [...all].flatMap(([taskId, { series, nextOn }]) =>
    nextOn ? [{ taskId, series, nextOn }] : [],
  );
  const taken = await findUids(
    db,
    open.map(({ series, nextOn }) => ({ series, on: nextOn })),
  );
  // One that is ahead again, because the one before was reopened, keeps its UID.
  const isOthers = (uid: string, on: string) => {
    const other = taken.get(uid);
    return other !== undefined && (other.state !== "ahead" || other.occurs_on !== on);
  };
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
            uid: uidOfDate(series, on, (one) => isOthers(one, on)),
            start: instantOn(on, series.local_time, series.time_zone),
          })),
    );
    found.push(...dates.flat());
    from = to + 1;
    width *= 4;
  }
  return found;
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

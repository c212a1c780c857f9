import type { Kysely, Transaction } from "kysely";
import { idList, unindexed } from "#db/sql/values.ts";
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
  /** Stays the same when the occurrence gets its task. */
  uid: string;
  series: Series;
  /** The date after an open occurrence. */
  nextOn: string | null;
}

/**
 * Stores the UIDs of occurrences that have been open or done. The first of a series may have been a
 * single task, so it has that task's UID. Others have that of their date, which calendars already
 * know.
 */
export async function keepUids(
  trx: Transaction<Database>,
  { taskIds }: { taskIds: string[] },
): Promise<void> {
  const fresh = await listWithoutUid(trx, taskIds);
  if (fresh.length === 0) return;
  const isForeseen = ({ counts_from, number, state }: (typeof fresh)[number]) =>
    // An occurrence that was completed ahead has a lower number than the open one.
    counts_from === "due" && !(number === 1 && state === "open");
  const foreseen = fresh.filter(isForeseen);
  const dates = foreseen.map(({ series_id: id, occurs_on: on }) => ({ series: { id }, on }));
  const uids = await uidsOf(trx, dates, () => false);
  for (const [index, occurrence] of foreseen.entries())
    await updateOccurrence(trx, occurrence, { uid: uids[index]! });
  for (const occurrence of fresh.filter((each) => !isForeseen(each)))
    await updateOccurrence(trx, occurrence, { uid: occurrence.task_id });
}

const listWithoutUid = compileOnce((db, taskIds: readonly string[]) =>
  db
    .selectFrom("series_occurrences")
    .innerJoin("series", "series.id", "series_occurrences.series_id")
    .select(["series_id", "number", "occurs_on", "task_id", "state", "counts_from"])
    .where("task_id", "in", idList(taskIds))
    .where(unindexed("uid"), "is", null)
    .where(unindexed("state"), "!=", "ahead"),
);

interface SeriesDate {
  series: Pick<Series, "id">;
  on: string;
}

/**
 * Returns for each date the first UID that is free. An occurrence that was moved keeps its own, and
 * another may take its date.
 * @param isSame tells if an occurrence that has the UID is the date's own
 */
async function uidsOf(
  db: Kysely<Database>,
  dates: readonly SeriesDate[],
  isSame: (occurrence: Pick<Occurrence, "state" | "occurs_on">, date: SeriesDate) => boolean,
): Promise<string[]> {
  const uids = dates.map(({ series, on }) => `${series.id}-${on}`);
  const given = new Set<string>();
  let open = [...dates.entries()];
  for (let count = 2; open.length > 0; count += 1) {
    const taken = await findByUid(
      db,
      open.map(([index]) => uids[index]!),
    );
    open = open.filter(([index, date]) => {
      const uid = uids[index]!;
      const other = taken.get(uid);
      const isTaken = given.has(uid) || (other !== undefined && !isSame(other, date));
      given.add(uid);
      return isTaken;
    });
    for (const [index, { series, on }] of open) uids[index] = `${series.id}-${on}-${count}`;
  }
  return uids;
}

async function findByUid(db: Kysely<Database>, uids: readonly string[]) {
  const rows = await db
    .selectFrom("series_occurrences")
    .select(["uid", "occurs_on", "state"])
    .where("uid", "in", idList(uids))
    .execute();
  return new Map(rows.map(({ uid, occurs_on, state }) => [uid, { occurs_on, state }]));
}

/** Keyed by task id. Omits tasks that do not repeat. */
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

/** Describes an occurrence that was never open. */
function dateAhead(series: Series, { occurs_on, task_id }: Occurrence): string {
  return series.counts_from === "due" ? `${series.id}-${occurs_on}` : task_id!;
}

interface LaterDate {
  taskId: string;
  uid: string;
  /** An instant in UTC. */
  start: string;
}

/**
 * Lists the dates after the open occurrences, up to `days` from now. Looks ahead only until it has
 * found `max`, so that many series cost no more than a few.
 */
export async function listLaterDates(
  db: Kysely<Database>,
  all: ReadonlyMap<string, CalendarSeries>,
  { now, days, max }: { now: string; days: number; max: number },
): Promise<LaterDate[]> {
  const open = [...all].flatMap(([taskId, { series, nextOn }]) =>
    nextOn ? [{ taskId, series, nextOn }] : [],
  );
  const dayAfter = (count: number) => laterBy(now, { hours: 24 * count }).slice(0, 10);
  const found: { taskId: string; series: Series; on: string }[] = [];
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
            series,
            on,
          })),
    );
    found.push(...dates.flat());
    from = to + 1;
    width *= 4;
  }
  // An occurrence that is ahead again, because the previous one was reopened, keeps its UID.
  const uids = await uidsOf(
    db,
    found,
    ({ state, occurs_on }, { on }) => state === "ahead" && occurs_on === on,
  );
  return mapInSlices([...found.entries()], ([index, { taskId, series, on }]) => ({
    taskId,
    uid: uids[index]!,
    start: instantOn(on, series.local_time, series.time_zone),
  }));
}

/** Returns the task of the previous occurrence, by task id. */
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

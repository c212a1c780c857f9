import type { Kysely } from "kysely";
import { idList } from "#db/sql/values.ts";
import { findPeopleByIds } from "#app/domain/people/family/family-members.server.ts";
import { instantOn } from "#app/domain/recurrence/dates.server.ts";
import { eventRule } from "#app/domain/recurrence/event-rule.server.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import type { Database } from "#db/schema.ts";
import {
  datedRule,
  findOccurrences,
  type Occurrence,
  type Series,
} from "./occurrences/series.server.ts";

/** The dates after the open occurrence, as one recurring event. */
export interface SeriesEvent {
  seriesId: string;
  /** The task of the newest occurrence. */
  taskId: string;
  title: string;
  description: string | null;
  /** The name of the person whom these dates are about. */
  about: string | null;
  timeZone: string;
  /** UTC; null if nothing follows. */
  start: string | null;
  recurrence: string[];
}

export async function findSeriesEvents(
  db: Kysely<Database>,
  seriesIds: readonly string[],
): Promise<SeriesEvent[]> {
  const newest = await db
    .selectFrom("series_occurrences as own")
    .select("task_id")
    .where("series_id", "in", idList(seriesIds))
    .where("number", "=", (eb) =>
      eb
        .selectFrom("series_occurrences as each")
        .select(({ fn }) => fn.max("each.number").as("newest"))
        .whereRef("each.series_id", "=", "own.series_id")
        .where("each.state", "!=", "ahead"),
    )
    .execute();
  const taskIds = newest.flatMap(({ task_id }) => task_id ?? []);
  const found = await findOccurrences(db, taskIds);
  const aboutIds = found.flatMap(({ series }) => series.about_id ?? []);
  const people = await findPeopleByIds(db, aboutIds);
  return found.map(({ series, occurrence }) => ({
    ...toEvent(series, occurrence),
    about: people.get(series.about_id ?? "")?.name ?? null,
  }));
}

/** Lists the open tasks of a household's series that go on, including overdue ones. */
export async function listOpenTasksOfSeries(
  db: Kysely<Database>,
  householdId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom("series_occurrences")
    .select("task_id")
    .where("household_id", "=", householdId)
    // Set only for an open occurrence that another follows.
    .where("missed_at", "is not", null)
    .execute();
  return rows.flatMap(({ task_id }) => task_id ?? []);
}

export async function findSeriesIds(
  db: Kysely<Database>,
  taskIds: readonly string[],
): Promise<string[]> {
  return (await listSeriesIds(db, taskIds)).map(({ series_id }) => series_id);
}

const listSeriesIds = compileOnce((db, taskIds: readonly string[]) =>
  db
    .selectFrom("series_occurrences")
    .select("series_id")
    .distinct()
    .where("task_id", "in", idList(taskIds)),
);

function toEvent(
  series: Series,
  { state, next_on, task_id }: Occurrence,
): Omit<SeriesEvent, "about"> {
  const { id: seriesId, title, description, time_zone: timeZone, local_time: time } = series;
  const dated = state === "open" && next_on ? datedRule(series) : null;
  const next = dated && next_on ? { dated, on: next_on } : null;
  return {
    seriesId,
    taskId: task_id!,
    title,
    description,
    timeZone,
    start: next && instantOn(next.on, time, timeZone),
    recurrence: next ? eventRule(next.dated, { on: next.on, time, timeZone }) : [],
  };
}

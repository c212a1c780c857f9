import type { Transaction } from "kysely";
import { idList } from "#db/sql/values.ts";
import {
  findSeriesEvents,
  findSeriesIds,
  type SeriesEvent,
} from "#app/domain/series/series-events.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import type { Bit, Database } from "#db/schema.ts";
import { newEntry } from "./new-entry.ts";
import { syncEntries } from "./sync-entries.server.ts";

/**
 * Adds the dates that follow as a recurring event, for everyone who has the open occurrence in
 * their calendar.
 */
export async function syncSeriesEntries(
  trx: Transaction<Database>,
  { taskIds }: { taskIds: string[] },
  now: string,
): Promise<void> {
  const seriesIds = await findSeriesIds(trx, taskIds);
  if (!(await hasEntries(trx, { taskIds, seriesIds }))) return;
  const series = await findSeriesEvents(trx, seriesIds);
  const followed = series.filter(({ start }) => start !== null);
  for (const entry of await findOpenEntries(trx, followed)) {
    await trx
      .insertInto("calendar_entries")
      .values({ ...newEntry(now), ...entry })
      .onConflict((conflict) => conflict.columns(["series_id", "user_id"]).doNothing())
      .execute();
  }
  await syncEntries(trx, { seriesIds }, now);
}

/** Checks this first, because most series are in no calendar. */
async function hasEntries(
  trx: Transaction<Database>,
  { taskIds, seriesIds }: { taskIds: string[]; seriesIds: string[] },
) {
  if (seriesIds.length === 0) return false;
  const entry = await trx
    .selectFrom("calendar_entries")
    .select("id")
    .where(({ eb, or }) =>
      or([eb("series_id", "in", idList(seriesIds)), eb("task_id", "in", idList(taskIds))]),
    )
    .limit(1)
    .executeTakeFirst();
  return entry !== undefined;
}

/** Someone who only helps with one occurrence has nothing else of the series in their calendar. */
async function findOpenEntries(trx: Transaction<Database>, series: SeriesEvent[]) {
  const ids = series.map(({ taskId }) => taskId);
  const tasks = await findTasks(trx, ids);
  const entries = await trx
    .selectFrom("calendar_entries")
    .select(["task_id", "user_id", "is_by_hand"])
    .where("task_id", "in", idList(ids))
    .where("is_followed", "=", 1)
    .execute();
  return entries.flatMap(({ task_id, user_id, is_by_hand }) => {
    const isOwn = tasks.get(task_id!)?.user_id === user_id;
    const { seriesId } = series.find(({ taskId }) => taskId === task_id)!;
    return is_by_hand || isOwn ? [{ series_id: seriesId, user_id, is_by_hand }] : [];
  });
}

/** Also restores the recurring event if the user deleted it. */
export async function saveSeries(
  trx: Transaction<Database>,
  { taskId, userId }: { taskId: string; userId: string },
  now: string,
): Promise<void> {
  await syncSeriesEntries(trx, { taskIds: [taskId] }, now);
  const seriesIds = await findSeriesIds(trx, [taskId]);
  const restored = { content: "", is_by_hand: 1, is_followed: 1, is_asked: 1 } as const;
  await trx
    .updateTable("calendar_entries")
    .set(restored)
    .where("series_id", "in", idList(seriesIds))
    .where("user_id", "=", userId)
    .execute();
  await syncEntries(trx, { seriesIds }, now);
}

/**
 * Returns a function that tells if a user has the series of a task in their calendar: 0 if they
 * deleted it.
 */
export async function findSeriesEntries(trx: Transaction<Database>, taskIds: string[]) {
  const seriesIds = await findSeriesIds(trx, taskIds);
  const series = await findSeriesEvents(trx, seriesIds);
  const entries = await trx
    .selectFrom("calendar_entries")
    .select(["series_id", "user_id", "is_followed"])
    .where("series_id", "in", idList(seriesIds))
    .execute();
  const seriesByTask = new Map(series.map(({ taskId, seriesId }) => [taskId, seriesId]));
  return (taskId: string, userId: string): Bit | undefined =>
    entries.find(
      ({ series_id, user_id }) => series_id === seriesByTask.get(taskId) && user_id === userId,
    )?.is_followed;
}

import { findCardSeries, type SeriesViewer } from "#app/domain/series/card-series.server.ts";
import { remindsTooEarly } from "#app/ui/reminders/copy.ts";
import { describeReplaced } from "#app/domain/series/changing/replaced-dates.server.ts";
import { listTooEarly } from "#app/domain/series/reminder-reach.server.ts";
import type { Task } from "#app/domain/tasks/find-tasks.server.ts";
import { database } from "#db/connection.server.ts";

/**
 * Returns "Every Tuesday 7 PM · next Dec 1", and whether that is too often for a reminder of the
 * viewer's.
 */
export async function describeSeries(
  viewer: SeriesViewer,
  taskId: string,
): Promise<string | undefined> {
  const words = (await findCardSeries(database(), viewer, [taskId])).get(taskId)?.words;
  return words && [words, await describeTooEarly(viewer, [taskId])].filter(Boolean).join(". ");
}

/** Warns if the viewer wants to be reminded too early of these tasks; otherwise undefined. */
export async function describeTooEarly(
  viewer: SeriesViewer,
  taskIds: string[],
): Promise<string | undefined> {
  return (await listTooEarly(database(), viewer.userId, taskIds)).length > 0
    ? remindsTooEarly
    : undefined;
}

/** Says how a series goes on after its open task changed; undefined if only the task changed. */
export async function describeChange(
  viewer: SeriesViewer,
  before: Task,
  { isForOthers }: { isForOthers: boolean },
): Promise<string | undefined> {
  const replaced = await describeReplaced(database(), before);
  const words = replaced || isForOthers ? await describeSeries(viewer, before.id) : undefined;
  return [replaced, words].filter(Boolean).join(" ") || undefined;
}

import { findCardSeries } from "#app/domain/series/card-series.server.ts";
import { describeReplaced } from "#app/domain/series/changing/replaced-dates.server.ts";
import type { Task } from "#app/domain/tasks/find-tasks.server.ts";
import { database } from "#db/connection.server.ts";

/** "Every Tuesday 7 PM · next Dec 1". */
export async function describeSeries(viewer: { userId: string }, taskId: string): Promise<string | undefined> {
  return (await findCardSeries(database(), viewer, [taskId])).get(taskId)?.words;
}

/** Says how a series goes on after its open task changed; undefined if nothing but the task did. */
export async function describeChange(
  viewer: { userId: string },
  before: Task,
  { isForOthers }: { isForOthers: boolean },
): Promise<string | undefined> {
  const replaced = await describeReplaced(database(), before);
  const words = replaced || isForOthers ? await describeSeries(viewer, before.id) : undefined;
  return [replaced, words].filter(Boolean).join(" ") || undefined;
}

import { findCardSeries } from "#app/domain/series/card-series.server.ts";
import { database } from "#db/connection.server.ts";

/** "Every Tuesday 7 PM · next Dec 1". */
export async function describeSeries(viewer: { userId: string }, taskId: string): Promise<string | undefined> {
  return (await findCardSeries(database(), viewer, [taskId])).get(taskId)?.words;
}

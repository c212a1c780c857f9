import type { Kysely } from "kysely";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import type { Database } from "#db/schema.ts";
import { findCardSeries } from "./card-series.server.ts";

export type ListedSeries = Awaited<ReturnType<typeof listSeriesPage>>[number];

/**
 * Lists a household's series that go on, in the order of their ids, one more than `most` if there
 * are more.
 * @param page.id set to find one of them
 */
export async function listSeriesPage(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  { after = "", most, id }: { after?: string; most: number; id?: string },
) {
  const rows = await db
    .selectFrom("series")
    .innerJoin("series_occurrences as open", (join) =>
      join.onRef("open.series_id", "=", "series.id").on("open.state", "=", "open"),
    )
    .select(["series.id", "series.rule", "series.counts_from", "series.starts_on"])
    .select(["series.local_time", "series.has_time", "series.time_zone", "series.title"])
    .select(["series.category", "open.task_id", "open.next_on"])
    .where("series.household_id", "=", viewer.householdId)
    .where("series.ended_at", "is", null)
    .where("series.id", ">", after)
    .$if(id !== undefined, (query) => query.where("series.id", "=", id!))
    .orderBy("series.id")
    .limit(most + 1)
    .execute();
  const taskIds = rows.flatMap(({ task_id }) => task_id ?? []);
  const cards = await findCardSeries(db, viewer, taskIds);
  return rows.map((row) => ({ ...row, words: cards.get(row.task_id ?? "")?.words ?? "" }));
}

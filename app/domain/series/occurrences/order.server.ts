import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import type { Occurrence } from "./series.server.ts";

/** Numbers occurrences of one series in the given order. */
export async function orderOccurrences(
  trx: Transaction<Database>,
  occurrences: readonly Pick<Occurrence, "series_id" | "number">[],
  first: number,
): Promise<void> {
  const moved = occurrences
    .map(({ series_id, number }, index) => ({ series_id, from: number, to: first + index }))
    .filter(({ from, to }) => from !== to);
  // Two numbers may be swapped, and each must be unique at all times.
  for (const { series_id, from, to } of moved) await renumber(trx, series_id, { from, to: -to });
  for (const { series_id, to } of moved) await renumber(trx, series_id, { from: -to, to });
}

async function renumber(
  trx: Transaction<Database>,
  seriesId: string,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await trx
    .updateTable("series_occurrences")
    .set({ number: to })
    .where("series_id", "=", seriesId)
    .where("number", "=", from)
    .execute();
}

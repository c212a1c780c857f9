import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";

/** Lists when the dates (YYYY-MM-DD) of a series were done, as far as that is known. */
export async function findDoneDates(
  db: Kysely<Database>,
  seriesId: string,
): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom("series_occurrences")
    .select(["occurs_on", "closed_at"])
    .where("series_id", "=", seriesId)
    .where("state", "=", "done")
    .execute();
  return new Map(rows.map(({ occurs_on, closed_at }) => [occurs_on, closed_at]));
}

/** Finds the task of a date that was done, or missed. */
export async function findClosedOn(
  db: Kysely<Database>,
  seriesId: string,
  { on, state }: { on: string; state: "done" | "missed" },
): Promise<string | null> {
  const row = await db
    .selectFrom("series_occurrences")
    .select("task_id")
    .where("series_id", "=", seriesId)
    .where("occurs_on", "=", on)
    .where("state", "=", state)
    .executeTakeFirst();
  return row?.task_id ?? null;
}

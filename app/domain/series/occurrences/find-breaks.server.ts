import type { Kysely, Selectable } from "kysely";
import { idList } from "#db/sql/values.ts";
import type { Database } from "#db/schema.ts";

export type Break = Selectable<Database["breaks"]>;

/** Soonest first. */
export async function findBreaks(
  db: Kysely<Database>,
  householdIds: readonly string[],
): Promise<Break[]> {
  return db
    .selectFrom("breaks")
    .selectAll()
    .where("household_id", "in", idList(householdIds))
    .orderBy("starts_on")
    .orderBy("id")
    .execute();
}

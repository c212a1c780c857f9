import type { Kysely } from "kysely";
import { idList, unindexed } from "#db/sql/values.ts";
import type { Database } from "#db/schema.ts";

/** Returns the keys that an import of the household has brought already. */
export async function findKnown(
  db: Kysely<Database>,
  householdId: string,
  keys: readonly string[],
): Promise<Set<string>> {
  const rows = await knownQuery(db, householdId, keys).execute();
  return new Set(rows.map(({ source_key }) => source_key));
}

export function knownQuery(db: Kysely<Database>, householdId: string, keys: readonly string[]) {
  return db
    .selectFrom("import_rows as row")
    .innerJoin("imports", "imports.id", "row.import_id")
    .select("row.source_key")
    .where("row.source_key", "in", idList(keys))
    .where(unindexed("row.state"), "in", ["added", "kept"])
    .where(unindexed("imports.household_id"), "=", householdId);
}

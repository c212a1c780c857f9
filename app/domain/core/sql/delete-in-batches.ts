import { type Kysely, type SelectQueryBuilder, sql } from "kysely";
import type { Database } from "#db/schema.ts";
import { giveWay } from "./give-way.ts";

const batchSize = 500;

/** Deletes rows a few hundred at a time, each time in a transaction of its own. Returns how many. */
export async function deleteInBatches<Table extends keyof Database>(
  db: Kysely<Database>,
  table: Table,
  rows: SelectQueryBuilder<Database, Table, unknown>,
): Promise<number> {
  const batch = rows
    .clearSelect()
    .select(sql<number>`rowid`.as("rowid"))
    .limit(batchSize);
  let count = 0;
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where rowid in (${batch})`.execute(db);
    count += Number(numAffectedRows);
    await giveWay();
    if (numAffectedRows < batchSize) return count;
  }
}

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
  return inBatches(batchSize, () =>
    sql`delete from ${sql.table(table)} where rowid in (${batch})`.execute(db),
  );
}

/** Runs a statement for some rows at a time until it finds fewer. Returns how many there were. */
export async function inBatches(
  rowsAtOnce: number,
  run: () => Promise<{ numAffectedRows?: bigint }>,
): Promise<number> {
  let count = 0;
  for (;;) {
    const { numAffectedRows = 0n } = await run();
    count += Number(numAffectedRows);
    await giveWay();
    if (numAffectedRows < rowsAtOnce) return count;
  }
}

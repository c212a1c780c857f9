import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, type SelectQueryBuilder, sql } from "kysely";
import { eachEngine } from "./each-engine.ts";
import type { Database } from "../schema.ts";

const batchSize = 500;

/**
 * Deletes a few hundred rows at a time, each time in a transaction of its own. Returns how many.
 */
export async function deleteInBatches<Table extends keyof Database>(
  db: Kysely<Database>,
  table: Table,
  rows: SelectQueryBuilder<Database, Table, unknown>,
): Promise<number> {
  const batch = rows
    .clearSelect()
    .select(eachEngine<number>({ sqlite: sql`rowid`, postgres: sql`ctid` }).as("rowid"))
    .limit(batchSize);
  return inBatches(batchSize, async () => {
    const statement = eachEngine({
      sqlite: sql`delete from ${sql.table(table)} where rowid in (${batch})`,
      postgres: sql`delete from ${sql.table(table)} where ctid in (${batch})`,
    });
    return (await statement.execute(db)).numAffectedRows ?? 0n;
  });
}

/** Runs a statement for some rows at a time until it finds fewer. Returns how many there were. */
export async function inBatches(rowsAtOnce: number, run: () => Promise<bigint>): Promise<number> {
  let count = 0;
  for (;;) {
    const rows = Number(await run());
    count += rows;
    await yieldToOthers();
    if (rows < rowsAtOnce) return count;
  }
}

/**
 * Leaves time for other processes, which don't queue for the database, but only check at intervals
 * if they can write.
 */
const pauseMs = 10;

/**
 * Pauses between two batches: SQLite runs without letting timers and sockets, or other writers, in
 * between.
 */
export async function yieldToOthers(): Promise<void> {
  await pause(pauseMs);
}

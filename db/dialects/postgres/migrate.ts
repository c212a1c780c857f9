import { CompiledQuery, type Kysely, type Transaction } from "kysely";
import { openDatabase } from "../../connection.server.ts";
import { hasTable } from "../../has-table.ts";
import { readMigrations } from "../../known-migrations.ts";
import type { Database } from "../../schema.ts";
import { movedFact, readDatabaseFact, writeDatabaseFact } from "../../version.ts";
import { schemaOf } from "./create-schema.ts";
import { isBeingMoved } from "./session-locks.ts";
import { applyMigrations, upgrade } from "./upgrade.ts";

/** Keeps Mila from starting with a database whose content is in use elsewhere. */
export async function markMoved(db: Kysely<Database>): Promise<void> {
  await writeDatabaseFact(db, movedFact, new Date().toISOString());
}

/**
 * Applies migrations, or none if one fails. Several processes may call it at once. An empty
 * database gets all tables as the migrations make them in SQLite.
 * @returns the names of the migrations that wait until no older version runs
 * @throws when everything in it was moved elsewhere, or is being moved
 * @throws NewerDatabaseError when this version cannot run beside the one that upgraded it
 */
export async function migratePostgres(db: Kysely<Database>): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    if (await isBeingMoved(trx))
      throw new Error("everything in it is being moved to a data folder");
    if (!(await hasTable(trx, "kysely_migration"))) {
      await using scratch = openDatabase(":memory:");
      await applyMigrations(scratch, await readMigrations());
      await createTables(trx, scratch, () => copyMigrations(scratch, trx));
    }
    const waiting = await upgrade(trx, await readMigrations());
    const movedAt = await readDatabaseFact(trx, movedFact);
    if (movedAt) throw new Error(`everything in it was moved to a data folder at ${movedAt}`);
    return waiting;
  });
}

/**
 * Creates the tables of a migrated SQLite database.
 * @param fill adds rows, before foreign keys and indexes would slow it down
 */
export async function createTables(
  trx: Transaction<Database>,
  sqlite: Kysely<Database>,
  fill: () => Promise<void>,
): Promise<void> {
  const { tables, rules } = await schemaOf(sqlite);
  const run = (statement: string) => trx.executeQuery(CompiledQuery.raw(statement));
  for (const statement of tables) await run(statement);
  await fill();
  for (const statement of rules) await run(statement);
}

async function copyMigrations(from: Kysely<any>, to: Kysely<any>): Promise<void> {
  const rows = await from.selectFrom("kysely_migration").selectAll().execute();
  await to.insertInto("kysely_migration").values(rows).execute();
}

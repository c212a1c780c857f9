import { CompiledQuery, type Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import { openDatabase } from "../../connection.server.ts";
import { hasTable } from "../../has-table.ts";
import { readMigrations } from "../../known-migrations.ts";
import type { Database } from "../../schema.ts";
import { recordVersion } from "../../version.ts";
import { schemaOf } from "./create-schema.ts";

/** Applies all migrations or none. An empty database gets all tables at once. */
export async function migratePostgres(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const migrations = await readMigrations();
    if (!(await hasTable(trx, "kysely_migration"))) {
      await using scratch = openDatabase(":memory:");
      await migrate(scratch, migrations);
      for (const statement of await schemaOf(scratch))
        await trx.executeQuery(CompiledQuery.raw(statement));
      const rows = await (scratch as Kysely<any>)
        .selectFrom("kysely_migration")
        .selectAll()
        .execute();
      await (trx as Kysely<any>).insertInto("kysely_migration").values(rows).execute();
    }
    await migrate(trx, migrations);
    await recordVersion(trx, Object.keys(migrations).at(-1) ?? "");
  });
}

async function migrate(
  db: Kysely<any>,
  migrations: Awaited<ReturnType<typeof readMigrations>>,
): Promise<void> {
  const provider = { getMigrations: async () => migrations };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
}

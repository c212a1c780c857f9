import type { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import { readMigrations } from "#db/known-migrations.ts";
import type { Database } from "#db/schema.ts";

export async function migrateToNothing(db: Kysely<Database>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } });
  for (const _ of await migrator.getMigrations()) {
    const { error } = await migrator.migrateDown();
    if (error) throw error;
  }
}

import { expect, test } from "vitest";
import { migrateToLatest } from "#db/migrate.ts";
import { NewerDatabaseError } from "#db/version.ts";
import { newDatabase } from "../../support/records/database.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

test.skipIf(skippedOnPostgres.file)("a database from a newer version is left alone", async () => {
  await using own = newDatabase();
  const later = { name: "9999_later", timestamp: "2030-01-01T00:00:00.000Z" };
  await own.db
    .insertInto("kysely_migration" as never)
    .values(later as never)
    .execute();
  await expect(migrateToLatest(own.db)).rejects.toThrow(NewerDatabaseError);
});

import { expect, test } from "vitest";
import { migrateToLatest } from "#db/migrate.ts";
import { NewerDatabaseError } from "#db/version.ts";
import { newDatabase } from "../../support/records/database.ts";
import { migrateToNothing } from "../../support/records/migrate-to-nothing.ts";

test("each migration can be undone and applied again", async () => {
  await using own = newDatabase();
  await migrateToNothing(own.db);
  expect(await own.db.introspection.getTables()).toEqual([]);
  await migrateToLatest(own.db);
  expect((await own.db.introspection.getTables()).map(({ name }) => name)).toContain("tasks");
});

test("a database from a newer version is left alone", async () => {
  await using own = newDatabase();
  const later = { name: "9999_later", timestamp: "2030-01-01T00:00:00.000Z" };
  await own.db
    .insertInto("kysely_migration" as never)
    .values(later as never)
    .execute();
  await expect(migrateToLatest(own.db)).rejects.toThrow(NewerDatabaseError);
});

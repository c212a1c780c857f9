import { Migrator } from "kysely/migration";
import { expect, test } from "vitest";
import { readMigrations } from "#db/known-migrations.ts";
import { migrateToLatest } from "#db/migrate.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { migrateToNothing } from "../../support/records/migrate-to-nothing.ts";
import { newDelivery } from "../webhooks/deliveries.ts";

test("messages and what they were merged into survive the upgrade to more channels", async () => {
  await using own = newDatabase();
  await migrateToNothing(own.db);
  const migrations = await readMigrations();
  const before = Object.keys(migrations).findLast((name) => name < "0046");
  const migrator = new Migrator({
    db: own.db,
    provider: { getMigrations: async () => migrations },
  });
  await migrator.migrateTo(before ?? "");
  const { userId: user_id } = await newFamily(own.db);
  await expect(newDelivery(own.db, { user_id, channel: "ntfy" })).rejects.toThrow("CHECK");
  const digest = await newDelivery(own.db, { user_id });
  const part = await newDelivery(own.db, { user_id, merged_into: digest });
  await migrateToLatest(own.db);
  const rows = await own.db
    .selectFrom("deliveries")
    .select(["id", "merged_into"])
    .orderBy("id")
    .execute();
  expect(rows).toEqual([
    { id: digest, merged_into: null },
    { id: part, merged_into: digest },
  ]);
  await newDelivery(own.db, { user_id, channel: "ntfy" });
});

import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { expect, test } from "vitest";
import { readMigrations } from "#db/known-migrations.ts";
import { migrateToLatest } from "#db/migrate.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";

test("a member removed before the upgrade is still told", async () => {
  await using own = newDatabase();
  const { db } = own;
  const [removed, member] = [await newFamily(db), await newFamily(db)];
  const noticeOf = ({ userId }: TestFamily) =>
    db
      .selectFrom("household_members")
      .select("notice")
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
  await db
    .updateTable("household_members")
    .set({ notice: "removed" })
    .where("user_id", "=", removed.userId)
    .execute();
  const migrations = await readMigrations();
  const before = Object.keys(migrations).findLast((name) => name < "0030");
  await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateTo(
    before ?? "",
  );
  await expect(sql`update household_members set notice = 'new_owner'`.execute(db)).rejects.toThrow(
    "CHECK",
  );
  await migrateToLatest(db);
  expect([await noticeOf(removed), await noticeOf(member)]).toEqual([
    { notice: "removed" },
    { notice: null },
  ]);
});

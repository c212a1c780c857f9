import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { expect, test } from "vitest";
import { findOwnAlerts } from "#app/domain/pages/delivery-alerts.server.ts";
import { sendTest } from "#app/domain/preferences/send-test.server.ts";
import { openDatabase } from "#db/connection.server.ts";
import { readMigrations } from "#db/known-migrations.ts";
import { migrateToLatest } from "#db/migrate.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { addDueReminder, newSender } from "../../support/messages/deliveries.ts";
import { oldInstallation } from "../../support/records/old-database.ts";

test("a number saved before codes existed counts as confirmed", async () => {
  using old = await oldInstallation(0);
  await using db = openDatabase(old.file);
  const migrations = await readMigrations();
  await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateTo(
    "0023_sign_ups",
  );
  await sql`insert into household_members (id, household_id, user_id, role, joined_at)
    select 'member', households.id, users.id, 'owner', households.created_at from households, users`.execute(
    db,
  );
  await sql`update user_preferences set phone_number = '+12015550123', sms_enabled = 1`.execute(db);
  await migrateToLatest(db);

  const { id: userId } = await db.selectFrom("users").select("id").executeTakeFirstOrThrow();
  const { id: householdId } = await db
    .selectFrom("households")
    .select("id")
    .executeTakeFirstOrThrow();
  await using twilio = await startFakeTwilio();
  await addDueReminder(db, { userId, householdId, timeZone: "UTC" });
  expect(await sendTest(db, userId, "sms")).toBe("on its way");
  await newSender(db, twilio.settings).sendDue();
  expect(twilio.messages().map(({ to }) => to)).toEqual(["+12015550123", "+12015550123"]);
  expect(await findOwnAlerts(db, { userId }, () => true)).toEqual([]);
});

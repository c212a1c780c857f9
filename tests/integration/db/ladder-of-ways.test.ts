import { type Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import { v7 as newId } from "uuid";
import { expect, test } from "vitest";
import { readMigrations } from "#db/known-migrations.ts";
import { migrateToLatest } from "#db/migrate.ts";
import type { Database } from "#db/schema.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { migrateToNothing } from "../../support/records/migrate-to-nothing.ts";

const scheduledAt = "2031-06-01T16:00:00.000Z";
const inMinutes = (minutes: number) => `2031-06-01T16:${minutes}:00.000Z`;

/** All rounds and the next way were planned at once. */
async function addPlanned(
  db: Kysely<Database>,
  { userId, reminderId }: { userId: string; reminderId: string },
  { type, round, channel, state }: { type: string; round: number; channel: string; state: string },
): Promise<void> {
  const cause = `reminder_again:${reminderId}:${scheduledAt}:${type}:${round}`;
  const at = inMinutes(round * 10);
  await sql`
    insert into deliveries (id, kind, channel, user_id, subject_id, payload, is_own, state, cause, dedupe_key, due_at,
      not_before, created_at)
    values (${newId()}, 'reminder_again', ${channel}, ${userId}, ${reminderId},
      ${JSON.stringify({ type, scheduledAt })}, 1, ${state}, ${cause}, ${`${cause}:${channel}`}, ${at}, ${at}, ${at})
  `.execute(db);
}

test("rounds and next ways that were planned are taken along, and none goes out twice", async () => {
  await using own = newDatabase();
  const { db } = own;
  await migrateToNothing(db);
  const migrations = await readMigrations();
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  await migrator.migrateTo(Object.keys(migrations).findLast((name) => name < "0080") ?? "");
  const family = await newFamily(db);
  const [taskId, reminderId] = [newId(), newId()];
  await sql`
    insert into tasks (id, household_id, user_id, title, category, created_at)
    values (${taskId}, ${family.householdId}, ${family.userId}, 'Call', 'Household', ${scheduledAt})`.execute(
    db,
  );
  await sql`
    insert into reminders (id, task_id, user_id, origin, minutes_before, message, planned_at, scheduled_at, status)
    values (${reminderId}, ${taskId}, ${family.userId}, 'custom', 60, 'Call', ${scheduledAt}, ${scheduledAt}, 'sent')
  `.execute(db);
  const who = { userId: family.userId, reminderId };
  await addPlanned(db, who, { type: "next_way", round: 1, channel: "sms", state: "sent" });
  await addPlanned(db, who, { type: "nag", round: 1, channel: "push", state: "sent" });
  await addPlanned(db, who, { type: "nag", round: 2, channel: "push", state: "ready" });
  await addPlanned(db, who, { type: "nag", round: 3, channel: "push", state: "ready" });

  await migrateToLatest(db);
  expect(await db.selectFrom("reminders").select("follow_up_at").execute()).toEqual([
    { follow_up_at: inMinutes(20) },
  ]);
  const cause = `reminder:${reminderId}:${scheduledAt}`;
  const rows = db
    .selectFrom("deliveries")
    .select(["kind", "payload", "dedupe_key"])
    .orderBy("kind");
  expect(await rows.execute()).toEqual([
    { kind: "reminder", payload: JSON.stringify({ scheduledAt }), dedupe_key: `${cause}:sms` },
    {
      kind: "reminder_again",
      payload: JSON.stringify({ scheduledAt, round: 1 }),
      dedupe_key: `reminder_again:${reminderId}:${scheduledAt}:nag:1:push`,
    },
  ]);
});

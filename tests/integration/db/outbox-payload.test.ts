import { sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase } from "#db/connection.server.ts";
import { readMigrations } from "#db/known-migrations.ts";
import { migrateToLatest } from "#db/migrate.ts";
import { Migrator } from "kysely/migration";
import { oldInstallation } from "../../support/records/old-database.ts";

const subject = "01a2b3c4-0000-7000-8000-0123456789ab";
const at = "2026-01-01T00:00:00.000Z";

const rows = [
  ["reminder", "sms", `reminder:${subject}:${at}:sms`],
  ["reminder", "sms", `reminder:${subject}:${at}:whatsapp`],
  ["reminder", "sms", `reminder:${subject}:${at}:sms:whatsapp`],
  ["invitation", "email", `invitation:${subject}:12:email`],
  ["delegation_answer", "email", `delegation_answer:${subject}:accepted:email`],
  ["delegation_answer", "email", `delegation_answer:${subject}:done:${at}:email`],
  ["calendar_event", "calendar", `calendar_event:${subject}:3:calendar`],
] as const;

test("an upgrade moves the parts of delivery keys into their own columns", async () => {
  using old = await oldInstallation(0);
  await using db = openDatabase(old.file);
  const migrations = await readMigrations();
  const provider = { getMigrations: async () => migrations };
  await new Migrator({ db, provider }).migrateTo("0021_outbox_names");
  for (const [index, [kind, channel, key]] of rows.entries()) {
    await sql`insert into deliveries
        (id, kind, channel, user_id, subject_id, dedupe_key, due_at, not_before, created_at)
      select ${`${index}`}, ${kind}, ${channel}, id, ${subject}, ${key}, ${at}, ${at}, ${at} from users`.execute(
      db,
    );
  }
  await migrateToLatest(db);
  const columns = ["cause", "stands_in_for", "is_own", "payload"] as const;
  const reminder = { cause: `reminder:${subject}:${at}`, is_own: 1, payload: null };
  const other = { stands_in_for: null, is_own: 0 };
  expect(await db.selectFrom("deliveries").select(columns).orderBy("id").execute()).toEqual([
    { ...reminder, stands_in_for: null },
    { ...reminder, stands_in_for: "whatsapp" },
    { ...reminder, stands_in_for: "whatsapp" },
    { ...other, cause: `invitation:${subject}:12`, payload: '{"version":12}' },
    { ...other, cause: `delegation_answer:${subject}:accepted`, payload: '{"answer":"accepted"}' },
    { ...other, cause: `delegation_answer:${subject}:done:${at}`, payload: '{"answer":"done"}' },
    { ...other, cause: `calendar_event:${subject}:3`, payload: null },
  ]);
});

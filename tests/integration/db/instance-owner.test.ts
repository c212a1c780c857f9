import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { expect, test } from "vitest";
import { openDatabase } from "#db/connection.server.ts";
import { readMigrations } from "#db/known-migrations.ts";
import { migrateToLatest } from "#db/migrate.ts";
import { oldInstallation } from "../../support/records/old-database.ts";

test("an upgrade makes the oldest account's user the owner, and there is never a second", async () => {
  using old = await oldInstallation(0);
  await using db = openDatabase(old.file);
  const migrations = await readMigrations();
  const provider = { getMigrations: async () => migrations };
  await new Migrator({ db, provider }).migrateTo("0022_outbox_payload");
  await sql`delete from users`.execute(db);
  for (const [id, at] of [
    ["b", "2026-01-02"],
    ["a", "2026-01-01"],
    ["c", "2026-01-03"],
  ] as const) {
    await sql`insert into users (id, email, created_at) values (${id}, ${`${id}@example.com`}, ${at})`.execute(
      db,
    );
  }
  await sql`insert into sessions (id, user_id, token_hash, created_at, last_used_at)
    values ('s', 'c', 'hash', '2026-01-04', '2026-01-05')`.execute(db);
  await migrateToLatest(db);
  const users = db.selectFrom("users").select(["id", "is_owner", "last_seen_at"]).orderBy("id");
  expect(await users.execute()).toEqual([
    { id: "a", is_owner: 1, last_seen_at: null },
    { id: "b", is_owner: 0, last_seen_at: null },
    { id: "c", is_owner: 0, last_seen_at: "2026-01-05" },
  ]);
  await expect(sql`update users set is_owner = 1 where id = 'b'`.execute(db)).rejects.toThrow(
    "UNIQUE",
  );
});

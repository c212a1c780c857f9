import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { beginSignIn } from "#app/domain/accounts/credentials/sign-in-limit.server.ts";
import { endAccount, removeUser } from "#app/domain/accounts/removal/ended-accounts.server.ts";
import { allow, countEvents } from "#app/domain/core/rate-limits/allow.server.ts";
import { earlierBy, laterBy, nowIso } from "#app/domain/core/time.ts";
import { openDatabase } from "#db/connection.server.ts";
import { migrateToLatest } from "#db/migrate.ts";
import type { Database } from "#db/schema.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { addLimitEvents } from "../../support/records/limit-events.ts";
import { oldInstallation } from "../../support/records/old-database.ts";

const noon = "2031-03-10T12:00:00.000Z";

test("a database from before one table of limits goes on counting what its windows hold", async () => {
  using old = await oldInstallation(0);
  await using db = openDatabase(old.file);
  const { rows } = await sql<{ id: string }>`select id from users limit 1`.execute(db);
  const [userId, ago] = [rows[0]!.id, (minutes: number) => earlierBy(nowIso(), { minutes })];
  for (const table of [
    "sign_in_failures",
    "sign_ups",
    "external_emails",
    "adding_requests",
    "unknown_senders",
    "password_resets",
    "email_verifications",
  ])
    await sql`delete from ${sql.table(table)}`.execute(db);
  for (const [at, minutes] of [14, 14, 16].entries())
    await sql`insert into sign_in_failures (id, email, ip_address, failed_at, step)
      values (${`f${at}`}, 'nora@example.com', '192.0.2.1', ${ago(minutes)}, ${at === 0 ? "code" : "password"})`.execute(
      db,
    );
  for (const [at, minutes] of [59, 61].entries()) {
    await sql`insert into sign_ups (id, ip_address, mailbox, signed_up_at)
      values (${`s${at}`}, '192.0.2.2', 'sam@example.com', ${ago(minutes)})`.execute(db);
    await sql`insert into external_emails (id, kind, email, written_at)
      values (${`e${at}`}, 'welcome', 'otto@example.com', ${ago(minutes)})`.execute(db);
    await sql`insert into password_resets (id, user_id, requested_at)
      values (${`r${at}`}, ${userId}, ${ago(minutes)})`.execute(db);
    await sql`insert into email_verifications (id, user_id, email, requested_at)
      values (${`v${at}`}, ${userId}, 'nora@example.com', ${ago(minutes)})`.execute(db);
  }
  for (const minutes of [0, 23 * 60, 25 * 60])
    await sql`insert into adding_requests (user_id, added_at)
      values (${userId}, ${ago(minutes)})`.execute(db);
  for (const [sender, days] of [
    ["chat:one", 2],
    ["two", 0],
    ["three", 181],
  ])
    await sql`insert into unknown_senders (sender, answered_at)
      values (${sender}, ${ago(Number(days) * 24 * 60)})`.execute(db);
  await migrateToLatest(db);
  const kept = db.selectFrom("limit_events").select(["rule", "key"]).orderBy("rule").orderBy("key");
  expect((await kept.execute()).map(({ rule, key }) => [rule, key])).toEqual([
    ["adds_a_day", userId],
    ["adds_a_day", userId],
    ["adds_a_minute", userId],
    ["answers_to_unknown_numbers", ""],
    ["answers_to_unknown_sender", "chat:one"],
    ["answers_to_unknown_sender", "two"],
    ["confirmation_emails", userId],
    ["reset_emails", userId],
    ["sign_ins", "192.0.2.1"],
    ["sign_ins", "192.0.2.1"],
    ["sign_ups", "192.0.2.2"],
    ["sign_ups_of_strangers", ""],
    ["sign_ups_to_mailbox", "sam@example.com"],
    ["welcome_emails", "otto@example.com"],
    ["wrong_codes", "nora@example.com"],
    ["wrong_passwords", "nora@example.com"],
  ]);
});

test("what a later rule refuses is not counted by those before it", async () => {
  await using own = newDatabase();
  for (let time = 1; time <= 5; time += 1)
    await allow(own.db, [["sign_ups_to_mailbox", "nora@example.com"]], noon);
  const both = [
    ["sign_ups", "192.0.2.1"],
    ["sign_ups_to_mailbox", "nora@example.com"],
  ] as const;
  expect(await allow(own.db, both, noon)).toEqual({ refused: "sign_ups_to_mailbox" });
  expect(await countEvents(own.db, both, noon)).toEqual([0, 5]);
});

test("nobody waits for a clock that was set back, and those who ask at once are all counted", async () => {
  await using own = newDatabase();
  const add = (now: string) => allow(own.db, [["welcome_emails", "sam@example.com"]], now);
  const ahead = laterBy(noon, { hours: 5 });
  for (let time = 1; time <= 3; time += 1) await add(ahead);
  expect(await add(ahead)).toEqual({ refused: "welcome_emails" });
  // Their instants may be out of order.
  const instants = [0, 3, 1, 2].map((seconds) => laterBy(noon, { seconds }));
  const outcomes = await Promise.all(instants.map(add));
  expect(outcomes.filter(({ refused }) => refused === null)).toHaveLength(3);
});

test("a count that was taken back is free again, also in the transaction of something else", async () => {
  await using own = newDatabase();
  const attempt = (db: Kysely<Database>) =>
    beginSignIn(db, { email: "nora@example.com", ipAddress: "192.0.2.1", now: noon });
  await own.db.transaction().execute(async (trx) => {
    const counted = await attempt(trx);
    if (!counted.refused) await counted.succeed();
  });
  await expect(
    own.db.transaction().execute(async (trx) => {
      await attempt(trx);
      throw new Error("not saved");
    }),
  ).rejects.toThrow("not saved");
  expect(await own.db.selectFrom("limit_events").selectAll().execute()).toEqual([]);
});

test("an account's counts go with it, and those of its network and of others stay", async () => {
  await using own = newDatabase();
  const { userId, householdId } = await newFamily(own.db);
  await addLimitEvents(own.db, [["adds_a_day", userId]], 700);
  const others = [
    ["adds_a_day", "another"],
    ["sign_ups", "192.0.2.1"],
  ] as const;
  await addLimitEvents(own.db, [...others]);
  const ending = { householdId, by: "self", now: nowIso() } as const;
  await own.db.transaction().execute((trx) => endAccount(trx, userId, ending));
  await removeUser(own.db, userId).catch(() => undefined);
  const left = await own.db.selectFrom("limit_events").select(["rule", "key"]).execute();
  expect(left.map(({ rule, key }) => [rule, key])).toEqual(others);
});

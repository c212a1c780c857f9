import { sql } from "kysely";
import { expect, test } from "vitest";
import { purgeExpiredRecords } from "#app/domain/wiring/product.server.ts";
import { purgeDeletedTasks } from "#app/domain/tasks/changing/purge.server.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { addManyTasks } from "../../fair/many-tasks.ts";
import { captureQueries } from "../../support/records/queries.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newAskingFamily, phones } from "../../support/messages/delegation.ts";
import { newFamily } from "../../support/records/family.ts";
import { addTask } from "../../support/people/say.ts";
import { addFailures, addLimitEvents } from "../../support/records/limit-events.ts";

const daysAgo = (days: number) => earlierBy(nowIso(), { hours: 24 * days });

test("a deleted task and its reminders are purged after 30 days", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const [old, recent, open] = [
    await addTask(own.db, family, { text: "call the vet on January 5 2031" }),
    await addTask(own.db, family, { text: "pay the rent" }),
    await addTask(own.db, family, { text: "buy milk" }),
  ];
  const deletedOn = (id: string, deleted_at: string) =>
    own.db.updateTable("tasks").set({ deleted_at }).where("id", "=", id).execute();
  await deletedOn(old.id, daysAgo(31));
  await deletedOn(recent.id, daysAgo(29));
  expect(await purgeDeletedTasks(own.db, nowIso())).toBe(1);
  const left = await own.db.selectFrom("tasks").select("id").execute();
  expect(left.map(({ id }) => id).toSorted()).toEqual([recent.id, open.id].toSorted());
  expect(await own.db.selectFrom("reminders").select("id").execute()).toEqual([]);
});

test("ten thousand deleted tasks are purged some at a time", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  await addManyTasks(
    own.db,
    { email: `${family.userId}@example.com` },
    { count: 10_000, days: 10 },
  );
  await own.db
    .updateTable("tasks")
    .set({ deleted_at: daysAgo(31) })
    .execute();
  let purges = 0;
  const queries = await captureQueries(
    own.db,
    async (db) => void (purges = await purgeDeletedTasks(db, nowIso())),
  );
  expect(purges).toBe(10_000);
  expect(queries.length).toBeGreaterThanOrEqual(20);
});

test("provider reports are purged after 30 days, and newer ones stay", async () => {
  await using own = newDatabase();
  const events = [
    { id: "old", received_at: daysAgo(31) },
    { id: "new", received_at: daysAgo(29) },
  ];
  await own.db.insertInto("provider_events").values(events).execute();
  await purgeExpiredRecords(own.db, nowIso());
  expect(await own.db.selectFrom("provider_events").select("id").execute()).toEqual([
    { id: "new" },
  ]);
});

test("counts of emails to strangers and of failed sign-ins are purged after an hour without traffic", async () => {
  await using own = newDatabase();
  for (const minutes of [61, 14]) {
    const at = earlierBy(nowIso(), { minutes });
    await addLimitEvents(own.db, [["welcome_emails", `${minutes}@example.com`]], 1, at);
    await addFailures(own.db, { email: `${minutes}@example.com`, ipAddress: `${minutes}` }, 1, at);
  }
  await purgeExpiredRecords(own.db, nowIso());
  expect(
    await own.db.selectFrom("limit_events").select(["rule", "key"]).orderBy("rule").execute(),
  ).toEqual([
    { rule: "sign_ins", key: "14" },
    { rule: "welcome_emails", key: "14@example.com" },
    { rule: "wrong_passwords", key: "14@example.com" },
  ]);
});

test("a sender's last conversation is purged once no family member or account has it", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  await own.db
    .insertInto("text_conversations")
    .values(Object.values(phones).map((sender) => ({ sender })))
    .execute();
  const senders = async () => {
    await purgeExpiredRecords(own.db, nowIso());
    const rows = await own.db
      .selectFrom("text_conversations")
      .select("sender")
      .orderBy("sender")
      .execute();
    return rows.map(({ sender }) => sender);
  };
  expect(await senders()).toEqual([phones.nora, phones.sam, phones.alex]);
  await own.db.deleteFrom("people").where("id", "=", nora.sam).execute();
  expect(await senders()).toEqual([phones.nora, phones.alex]);
  await own.db
    .updateTable("user_preferences")
    .set({ phone_number: null, sms_enabled: 0 })
    .execute();
  expect(await senders()).toEqual([phones.alex]);
});

test("what is purged goes a few hundred rows at a time, and others have their turn in between", async () => {
  await using own = newDatabase();
  const { userId, householdId } = await newFamily(own.db);
  const old = daysAgo(400);
  const counted = sql`with recursive counted (n) as (select 1 union all select n + 1 from counted where n < 1200)`;
  await sql`insert into tasks (id, household_id, user_id, title, category, created_at, deleted_at)
    ${counted} select n, ${householdId}, ${userId}, 'Old', 'Kids', ${old}, ${old} from counted`.execute(
    own.db,
  );
  await sql`insert into provider_events (id, received_at) ${counted} select n, ${old} from counted`.execute(
    own.db,
  );
  await sql`insert into audit_events (id, recorded_at, kind, done_by)
    ${counted} select n, ${old}, 'signed_in', 'self' from counted`.execute(own.db);
  const left = async () => {
    const tables = ["tasks", "provider_events", "audit_events"] as const;
    const counts = tables.map((table) =>
      own.db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as("count")),
    );
    return Promise.all(counts.map(async (query) => (await query.executeTakeFirstOrThrow()).count));
  };
  const seen: number[][] = [];
  const watch = setInterval(async () => seen.push(await left()), 1);
  expect(await purgeDeletedTasks(own.db, nowIso())).toBe(1_200);
  await purgeExpiredRecords(own.db, nowIso());
  clearInterval(watch);
  expect(await left()).toEqual([0, 0, 0]);
  for (const table of [0, 1, 2])
    expect(seen.map((counts) => counts[table])).toEqual(expect.arrayContaining([700, 200]));
});

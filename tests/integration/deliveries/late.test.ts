import { messageTypes } from "#app/domain/wiring/product.server.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { mergeLateMessages } from "#app/domain/outbox/scheduling/merge-late.server.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { runs } from "../../support/runner/depth.ts";
import { newDatabase } from "../../support/records/database.ts";
import { captureQueries } from "../../support/records/queries.ts";
import {
  addDueReminder,
  newFamilyWithPhone,
  newSender,
} from "../../support/messages/deliveries.ts";

test("reminders missed during an outage become one message that lists the open tasks", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const family = await newFamilyWithPhone(own.db);
  const other = await newFamilyWithPhone(own.db, "+15550105678");
  const dueAt = earlierBy(nowIso(), { hours: 72 });
  await addDueReminder(own.db, family, { dueAt, title: "Call the vet" });
  await addDueReminder(own.db, family, { dueAt, title: "Pay the rent" });
  const done = await addDueReminder(own.db, family, { dueAt, title: "Buy milk" });
  await addDueReminder(own.db, other, { dueAt, title: "Water the plants" });
  await own.db
    .updateTable("tasks")
    .set({ is_completed: 1 })
    .where("id", "=", done.taskId)
    .execute();
  const sender = newSender(own.db, twilio.settings);
  await sender.sendDue();
  expect(twilio.messages()).toEqual([]);
  expect(await mergeLateMessages(own.db, messageTypes, nowIso())).toBe(4);
  await sender.sendDue();
  const [one, two, ...others] = twilio
    .messages()
    .toSorted((first, second) => (first.to < second.to ? -1 : 1));
  expect(others).toEqual([]);
  expect(one).toMatchObject({
    to: "+15550101234",
    body: expect.stringMatching(/Call the vet.*Pay the rent/s),
  });
  expect(one?.body).not.toContain("Buy milk");
  expect(two).toMatchObject({
    to: "+15550105678",
    body: expect.stringContaining("Water the plants"),
  });
});

test("a task with two late reminders is listed once", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const family = await newFamilyWithPhone(own.db);
  const { taskId } = await addDueReminder(own.db, family, {
    dueAt: earlierBy(nowIso(), { hours: 48 }),
  });
  const again = await addDueReminder(own.db, family, {
    dueAt: earlierBy(nowIso(), { hours: 1 }),
    title: "Another",
  });
  await own.db
    .updateTable("reminders")
    .set({ task_id: taskId, minutes_before: 2_880 })
    .where("id", "=", again.reminderId)
    .execute();
  expect(await mergeLateMessages(own.db, messageTypes, nowIso())).toBe(2);
  await newSender(own.db, twilio.settings).sendDue();
  const [{ body } = { body: "" }] = twilio.messages();
  expect(body.match(/Call the vet/g)).toHaveLength(1);
  expect(body).toContain(`/tasks/${taskId}`);
});

test("late reminders merge at scale: ten each for a thousand users or more", async () => {
  await using own = newDatabase();
  const users = runs({ full: 4_000, part: 1_000 });
  const now = nowIso();
  const dueAt = earlierBy(now, { hours: 1 });
  const counted = (most: number) => sql`with recursive counted (n) as
    (select 1 union all select n + 1 from counted where n < ${sql.lit(most)})`;
  await sql`insert into users (id, email, created_at) ${counted(users)}
    select 'user ' || n, n || '@example.com', ${now} from counted`.execute(own.db);
  await sql`insert into deliveries (id, kind, channel, user_id, subject_id, dedupe_key, due_at, not_before, created_at)
    ${counted(10 * users)} select n, 'reminder', 'sms', 'user ' || (n % ${sql.lit(users)} + 1), n, n, ${dueAt}, ${dueAt}, ${dueAt}
    from counted`.execute(own.db);
  expect(await mergeLateMessages(own.db, messageTypes, now)).toBe(10 * users);
  const each = own.db
    .selectFrom("deliveries as whole")
    .innerJoin("deliveries as part", (join) =>
      join.onRef("part.merged_into", "=", "whole.id").onRef("part.user_id", "=", "whole.user_id"),
    )
    .select(({ fn }) => fn.countAll<number>().as("parts"))
    .where("whole.state", "=", "ready")
    .groupBy("whole.id");
  expect((await each.execute()).map(({ parts }) => parts)).toEqual(
    Array.from({ length: users }, () => 10),
  );
});

test("the merged message is sent, however many reminders a user missed", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const dueAt = earlierBy(nowIso(), { hours: 1 });
  const missed = runs({ full: 33_000, part: 6_000 });
  const family = await newFamilyWithPhone(own.db);
  await addDueReminder(own.db, family, { dueAt, title: "Call the vet" });
  await sql`insert into deliveries (id, kind, channel, user_id, subject_id, dedupe_key, due_at, not_before, created_at)
    with recursive counted (n) as (select 1 union all select n + 1 from counted where n < ${sql.lit(missed)})
    select n, 'reminder', 'sms', ${family.userId}, n, n, ${dueAt}, ${dueAt}, ${dueAt} from counted`.execute(
    own.db,
  );
  expect(await mergeLateMessages(own.db, messageTypes, nowIso())).toBe(missed + 1);
  await newSender(own.db, twilio.settings).sendDue();
  expect(twilio.messages()).toMatchObject([{ body: expect.stringContaining("Call the vet") }]);
});

test("reminders missed by hundreds are merged in small transactions, into messages of 200", async () => {
  await using own = newDatabase();
  const now = nowIso();
  const family = await newFamilyWithPhone(own.db);
  const dueAt = earlierBy(now, { hours: 1 });
  await sql`insert into deliveries (id, kind, channel, user_id, subject_id, dedupe_key, due_at, not_before, created_at)
    with recursive counted (n) as (select 1 union all select n + 1 from counted where n < 450)
    select n, 'reminder', 'sms', ${family.userId}, n, n, ${dueAt}, ${dueAt}, ${dueAt} from counted`.execute(
    own.db,
  );
  let transactions = 0;
  await captureQueries(own.db, async (db) => {
    const begin = db.transaction.bind(db);
    db.transaction = () => ((transactions += 1), begin());
    expect(await mergeLateMessages(db, messageTypes, now)).toBe(450);
  });
  expect(transactions).toBeGreaterThanOrEqual(3);
  const digests = await own.db
    .selectFrom("deliveries as whole")
    .innerJoin("deliveries as part", "part.merged_into", "whole.id")
    .select(({ fn }) => ["whole.not_before", fn.countAll<number>().as("parts")])
    .groupBy("whole.id")
    .orderBy("parts")
    .execute();
  expect(digests).toEqual([50, 200, 200].map((parts) => ({ parts, not_before: now })));
});

test("a reminder at most 15 minutes late is sent unchanged", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const dueAt = earlierBy(nowIso(), { minutes: 14 });
  await addDueReminder(own.db, await newFamilyWithPhone(own.db), { dueAt });
  expect(await mergeLateMessages(own.db, messageTypes, nowIso())).toBe(0);
  await newSender(own.db, twilio.settings).sendDue();
  expect(twilio.messages()).toHaveLength(1);
});

test("reminders that become late while a late message waits join it", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const family = await newFamilyWithPhone(own.db);
  const dueAt = (hours: number) => earlierBy(nowIso(), { hours });
  await addDueReminder(own.db, family, { dueAt: dueAt(3), title: "Call the vet" });
  expect(await mergeLateMessages(own.db, messageTypes, earlierBy(nowIso(), { minutes: 5 }))).toBe(
    1,
  );
  await addDueReminder(own.db, family, { dueAt: dueAt(2), title: "Pay the rent" });
  expect(await mergeLateMessages(own.db, messageTypes, nowIso())).toBe(1);
  const sender = newSender(own.db, twilio.settings);
  await sender.sendDue();
  expect(twilio.messages()).toMatchObject([
    { body: expect.stringMatching(/Call the vet.*Pay the rent/s) },
  ]);
  // A message that went out takes no more.
  await addDueReminder(own.db, family, { dueAt: dueAt(1), title: "Water the plants" });
  await mergeLateMessages(own.db, messageTypes, nowIso());
  await sender.sendDue();
  expect(twilio.messages()).toHaveLength(2);
});

import { features, messageTypes } from "#app/domain/wiring/product.server.ts";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { setImmediate } from "node:timers/promises";
import { type SelectQueryBuilder, sql } from "kysely";
import { expect, test } from "vitest";
import { withoutChannelQuery } from "#app/domain/outbox/views/without-channel.server.ts";
import { remindersToFollowQuery } from "#app/domain/reminders/following/follow-reminders.server.ts";
import { sharesQuery } from "#app/domain/reminders/fair-order.server.ts";
import { dueRemindersQuery, tickReminders } from "#app/domain/reminders/tick-reminders.server.ts";
import { tickSummaries } from "#app/domain/summary/tick-summaries.server.ts";
import { dueNotice } from "#db/sql/notices.ts";
import { nextIds } from "#db/sql/rotation.ts";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { enqueueDue, urgentQuery } from "#app/domain/outbox/scheduling/enqueue-due.server.ts";
import {
  dueQuery,
  inQueueQuery,
  readyQuery,
} from "#app/domain/outbox/scheduling/fair-order.server.ts";
import { mergeLateMessages } from "#app/domain/outbox/scheduling/merge-late.server.ts";
import { nextReadyQuery } from "#app/domain/outbox/queries/next-ready.server.ts";
import { findNextDue } from "#jobs/next-due.ts";
import { usedTextsQuery } from "#app/domain/outbox/sending/limits.server.ts";
import { readRevision } from "#app/domain/people/revision.server.ts";
import { planDailySummary } from "#app/domain/summary/plan-daily-summary.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { addDelivery, noon } from "../../support/records/add-delivery.ts";
import { newDatabase } from "../../support/records/database.ts";
import { captureQueries } from "../../support/records/queries.ts";
import { addDueReminder, newFamilyWithPhone, roomFor } from "../../support/messages/deliveries.ts";
import { newFamily } from "../../support/records/family.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

const source = { ...features, isSetUp: () => true };

test("a due reminder becomes one delivery for each enabled channel, once", async () => {
  await using own = newDatabase();
  const family = await newFamilyWithPhone(own.db);
  await own.db.updateTable("user_preferences").set({ whatsapp_enabled: 1 }).execute();
  const { reminderId } = await addDueReminder(own.db, family);
  await own.db.deleteFrom("deliveries").execute();
  const at = "2031-06-08T19:00:00.000Z";
  await own.db.updateTable("reminders").set({ status: "pending", scheduled_at: at }).execute();
  expect(await tickReminders(own.db, "2031-06-08T18:59:59.999Z")).toBe(0);
  await Promise.all([tickReminders(own.db, at), tickReminders(own.db, at)]);
  await own.db.updateTable("reminders").set({ status: "pending" }).execute();
  await tickReminders(own.db, at);
  const rows = await own.db
    .selectFrom("deliveries")
    .select(["channel", "subject_id", "due_at", "state"])
    .execute();
  expect(rows).toEqual(
    ["sms", "whatsapp"].map((channel) => ({
      channel,
      subject_id: reminderId,
      due_at: at,
      state: "ready",
    })),
  );
});

test("only the household's own open pages are notified that its reminders were sent", async () => {
  await using own = newDatabase();
  const [ours, theirs] = [
    await newFamilyWithPhone(own.db),
    await newFamilyWithPhone(own.db, "+15550105678"),
  ];
  await addDueReminder(own.db, ours);
  await addDueReminder(own.db, ours);
  await addDueReminder(own.db, theirs);
  const revisions = () =>
    Promise.all([ours, theirs].map(({ householdId }) => readRevision(own.db, householdId)));
  const before = await revisions();
  await own.db
    .updateTable("reminders")
    .set({ status: "pending" })
    .where("user_id", "=", ours.userId)
    .execute();
  expect(await tickReminders(own.db, nowIso())).toBe(2);
  expect(await revisions()).toEqual([before[0]! + 1, before[1]]);
});

test("a daily summary becomes due once per local date, on that day only", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db, {}, "America/New_York");
  await own.db.updateTable("user_preferences").set({ daily_summary_enabled: 1 }).execute();
  await own.db
    .transaction()
    .execute((trx) =>
      planDailySummary(
        trx,
        { ...family, timeZone: "America/New_York" },
        "2031-06-10T12:00:00.000Z",
      ),
    );
  const due = async () =>
    own.db.selectFrom("deliveries").select(["subject_id", "expires_at"]).execute();
  // 07:00 in New York is 11:00 UTC in June.
  expect(await tickSummaries(own.db, "UTC", "2031-06-11T10:59:59.000Z")).toBe(0);
  expect(await tickSummaries(own.db, "UTC", "2031-06-11T11:00:00.000Z")).toBe(1);
  expect(await tickSummaries(own.db, "UTC", "2031-06-11T11:00:01.000Z")).toBe(0);
  expect(await due()).toEqual([
    { subject_id: "2031-06-11", expires_at: "2031-06-12T04:00:00.000Z" },
  ]);
  expect(await tickSummaries(own.db, "UTC", "2031-06-12T11:00:00.000Z")).toBe(1);
});

test("a summary made after midnight belongs to its own date, and the next one follows", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db, {}, "America/New_York");
  await own.db
    .updateTable("user_preferences")
    .set({ daily_summary_enabled: 1, daily_summary_time: "23:59" })
    .execute();
  await own.db
    .transaction()
    .execute((trx) =>
      planDailySummary(
        trx,
        { ...family, timeZone: "America/New_York" },
        "2031-06-10T12:00:00.000Z",
      ),
    );
  const dates = async () =>
    (await own.db.selectFrom("deliveries").select("subject_id").execute()).map(Object.values);
  // 23:59 in New York is 03:59 UTC of the next day in June.
  expect(await tickSummaries(own.db, "UTC", "2031-06-11T04:00:20.000Z")).toBe(1);
  expect(await dates()).toEqual([["2031-06-10"]]);
  // At midnight it would only have had a minute.
  const { expires_at } = await own.db
    .selectFrom("deliveries")
    .select("expires_at")
    .executeTakeFirstOrThrow();
  expect(expires_at).toBe("2031-06-11T04:59:00.000Z");
  expect(await tickSummaries(own.db, "UTC", "2031-06-12T03:59:00.000Z")).toBe(1);
  expect(await dates()).toEqual([["2031-06-10"], ["2031-06-11"]]);
});

test("after days without a worker, past summaries expire and today's is still sent", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db, {}, "America/New_York");
  await own.db.updateTable("user_preferences").set({ daily_summary_enabled: 1 }).execute();
  const plan = (now: string) =>
    own.db
      .transaction()
      .execute((trx) => planDailySummary(trx, { ...family, timeZone: "America/New_York" }, now));
  await plan("2031-06-10T12:00:00.000Z");
  // Preferences are saved before the worker is back.
  await plan("2031-06-13T14:00:00.000Z");
  expect(await tickSummaries(own.db, "UTC", "2031-06-13T15:00:00.000Z")).toBe(3);
  const { next_daily_summary_at } = await own.db
    .selectFrom("user_preferences")
    .select("next_daily_summary_at")
    .executeTakeFirstOrThrow();
  expect(next_daily_summary_at).toBe("2031-06-14T11:00:00.000Z");
  const open = own.db
    .selectFrom("deliveries")
    .select("subject_id")
    .where("expires_at", ">", "2031-06-13T15:00:00.000Z");
  expect(await open.execute()).toEqual([{ subject_id: "2031-06-13" }]);
});

test("a delivery lost from the queue is enqueued again after 15 s", async () => {
  await using own = newDatabase();
  const { deliveryId } = await addDueReminder(own.db, await newFamilyWithPhone(own.db));
  const now = nowIso();
  const ids = async (at: string) =>
    (await enqueueDue(own.db, source, roomFor(10), at)).map(({ id }) => id);
  expect(await ids(now)).toEqual([deliveryId]);
  expect(await ids(laterBy(now, { seconds: 14 }))).toEqual([]);
  expect(await ids(laterBy(now, { seconds: 16 }))).toEqual([deliveryId]);
});

test("resets and codes are enqueued before reminders that were due first, even when the queue is full", async () => {
  await using own = newDatabase();
  const family = await newFamilyWithPhone(own.db);
  for (let count = 0; count < 3; count += 1)
    await addDueReminder(own.db, family, { channel: "email", dueAt: noon });
  await addDelivery(own.db, family, {
    kind: "password_reset",
    channel: "email",
    state: "ready",
    id: "reset",
  });
  await addDelivery(own.db, family, { kind: "phone_code", state: "ready", id: "code" });
  const due = await enqueueDue(
    own.db,
    source,
    new Map([["sms", { limit: 2, share: 2 }]]),
    laterBy(noon, { minutes: 5 }),
  );
  expect(due.map(({ id, isUrgent }) => [id, isUrgent]).toSorted()).toEqual([
    ["code", true],
    ["reset", true],
  ]);
  // The reset counts among the household's own in the queue.
  const others = await enqueueDue(own.db, source, roomFor(3), laterBy(noon, { minutes: 5 }));
  expect(others.map(({ isUrgent }) => isUrgent)).toEqual([false, false]);
});

test.skipIf(skippedOnPostgres.plans)(
  "counting a batch's texts reads only those users' deliveries",
  async () => {
    await using own = newDatabase();
    const userIds = Array.from({ length: 50 }, (_, index) => `user ${index}`);
    const plan = await usedTextsQuery(own.db, userIds, messageTypes, nowIso()).explain(
      undefined,
      sql`query plan`,
    );
    expect(JSON.stringify(plan)).toContain("deliveries_of_user (user_id=? AND created_at>?)");
  },
);

test.skipIf(skippedOnPostgres.turns)(
  "the worker is woken once a transaction has added a message that is due, not for a later one",
  async () => {
    await using own = newDatabase();
    const family = await newFamily(own.db);
    // Creating the family wakes the worker too.
    await setImmediate();
    await own.db.deleteFrom("deliveries").execute();
    const seen: number[] = [];
    const look = async () =>
      void seen.push((await own.db.selectFrom("deliveries").select("id").execute()).length);
    subscribe(dueNotice, look);
    const message = {
      kind: "test",
      channel: "sms",
      userId: family.userId,
      subjectId: family.userId,
    } as const;
    const add = (dedupeKey: string, notBefore: string) =>
      own.db
        .transaction()
        .execute((trx) => addDeliveries(trx, [{ ...message, dedupeKey, notBefore }]));
    await add("later", laterBy(nowIso(), { minutes: 1 }));
    await setImmediate();
    expect(seen).toEqual([]);
    await add("now", nowIso());
    await expect.poll(() => seen).toEqual([2]);
    unsubscribe(dueNotice, look);
  },
);

test.skipIf(skippedOnPostgres.plans)(
  "the worker knows when the next reminder, summary or delivery is due, and reads one row of each",
  async () => {
    await using own = newDatabase();
    const family = await newFamilyWithPhone(own.db);
    const next = () => findNextDue(own.db, "2031-05-01T00:00:00.000Z");
    expect(await next()).toBeUndefined();
    await addDelivery(own.db, family, { state: "ready" });
    expect(await next()).toBe(noon);
    await own.db
      .updateTable("user_preferences")
      .set({ next_daily_summary_at: "2031-05-03T00:00:00.000Z" })
      .execute();
    expect(await next()).toBe("2031-05-03T00:00:00.000Z");
    await addDueReminder(own.db, family);
    await own.db
      .updateTable("reminders")
      .set({ status: "pending", scheduled_at: "2031-05-02T00:00:00.000Z" })
      .execute();
    expect(await next()).toBe("2031-05-02T00:00:00.000Z");
    const plan = await nextReadyQuery(own.db, ["sms"], nowIso()).explain(
      undefined,
      sql`query plan`,
    );
    expect(JSON.stringify(plan)).toContain("deliveries_ready (channel=? AND not_before>?)");
  },
);

test("while nothing is due, looking for deliveries takes one query", async () => {
  await using own = newDatabase();
  const family = await newFamilyWithPhone(own.db);
  await addDelivery(own.db, family, { state: "ready" });
  const looks = [
    (db: typeof own.db, at: string) => enqueueDue(db, source, roomFor(10), at),
    (db: typeof own.db, at: string) => mergeLateMessages(db, messageTypes, at),
  ];
  for (const look of looks) {
    const queriesAt = async (at: string) =>
      (await captureQueries(own.db, (db) => look(db, at))).length;
    expect(await queriesAt(laterBy(noon, { minutes: -1 }))).toBe(1);
    expect(await queriesAt(noon)).toBeGreaterThan(1);
  }
});

interface Step {
  parent: number;
  detail: string;
}

/** Reads a table from end to end, or sorts what the index has found. */
function slowSteps(plan: Step[], index: string): Step[] {
  const search = plan.find(({ detail }) => detail.includes(index));
  return plan.filter(
    ({ parent, detail }) =>
      /SCAN (due|deliveries|reminders)/.test(detail) ||
      (parent === search?.parent && detail.includes("ORDER BY")),
  );
}

test.skipIf(skippedOnPostgres.plans)("finding due deliveries uses an index", async () => {
  await using own = newDatabase();
  const now = nowIso();
  const reminders = await dueRemindersQuery(own.db, { since: "", now })
    .limit(500)
    .explain(undefined, sql`query plan`);
  expect(JSON.stringify(reminders)).toContain("reminders_due");
  const followed = await remindersToFollowQuery(own.db, now).explain(undefined, sql`query plan`);
  expect(JSON.stringify(followed)).toContain(
    "reminders_to_follow_up (follow_up_at>? AND follow_up_at<?)",
  );
  const withoutWay = await withoutChannelQuery(own.db, now).explain(undefined, sql`query plan`);
  expect(JSON.stringify(withoutWay)).toContain("deliveries_without_way");
  const explain = (query: { explain: SelectQueryBuilder<any, any, any>["explain"] }) =>
    query.explain<Step>(undefined, sql`query plan`);
  const rows = readyQuery(own.db, "sms");
  const users = await explain(nextIds(own.db, { rows, column: "user_id" }, "", 500));
  const seeks = users.map(({ detail }) => detail).filter((detail) => detail.includes("deliveries"));
  expect(seeks).toHaveLength(2);
  expect(new Set(seeks)).toEqual(
    new Set([
      "SEARCH deliveries USING COVERING INDEX deliveries_ready_of_user (channel=? AND user_id>?)",
    ]),
  );
  const ready = await explain(
    dueQuery(own.db, source, { channel: "sms", userIds: ["a", "b"], each: 9 }, now),
  );
  expect(JSON.stringify(ready)).toContain(
    "deliveries_ready_of_user (channel=? AND user_id=? AND not_before<?)",
  );
  expect(slowSteps(ready, "deliveries_ready_of_user")).toEqual([]);
  const inQueue = await inQueueQuery(own.db, "sms", now).explain(undefined, sql`query plan`);
  expect(JSON.stringify(inQueue)).toContain("deliveries_in_queue (channel=?)");
  const shares = await explain(
    sharesQuery(own.db, dueRemindersQuery(own.db, { since: "", now }), ["a", "b"]),
  );
  expect(JSON.stringify(shares)).toContain(
    "reminders_upcoming (user_id=? AND scheduled_at>? AND scheduled_at<?)",
  );
  expect(slowSteps(shares, "reminders_upcoming")).toEqual([]);
  const follow = await explain(
    sharesQuery(own.db, remindersToFollowQuery(own.db, now), ["a", "b"]),
  );
  const range = "(user_id=? AND follow_up_at>? AND follow_up_at<?)";
  expect(JSON.stringify(follow)).toContain(`reminders_to_follow_up_of_user ${range}`);
  expect(slowSteps(follow, "reminders_to_follow_up_of_user")).toEqual([]);
  const urgent = await urgentQuery(own.db, source, now)
    .select("id")
    .limit(500)
    .explain(undefined, sql`query plan`);
  expect(JSON.stringify(urgent)).toContain("deliveries_ready_by_kind (kind=? AND due_at<?)");
});

import { messageTypes } from "#app/domain/wiring/product.server.ts";
import { setTimeout as pause } from "node:timers/promises";
import { CompiledQuery, sql } from "kysely";
import { v7 as newId } from "uuid";
import { expect, test } from "vitest";
import {
  deliveryListQuery,
  listDeliveries,
} from "#app/domain/outbox/views/delivery-list.server.ts";
import { sendTest } from "#app/domain/preferences/send-test.server.ts";
import { setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import type { Channel, DeliveryState } from "#db/schema.ts";
import { confirmedPhone } from "../../support/people/confirmed-phone.ts";
import { newDatabase } from "../../support/records/database.ts";
import { addDelivery, noon } from "../../support/records/add-delivery.ts";
import { newFamily } from "../../support/records/family.ts";
import { captureQueries } from "../../support/records/queries.ts";
import { addTask } from "../../support/people/say.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

const product = { messageTypes, isSetUp: () => true };

test("the list shows the user's latest 50 deliveries, newest first", async () => {
  await using own = newDatabase();
  const [family, stranger] = [await newFamily(own.db), await newFamily(own.db)];
  for (let minute = 0; minute < 55; minute += 1) {
    await addDelivery(own.db, family, { state: "sent", minute });
    // Rows of one millisecond have no order.
    await pause(2);
  }
  await addDelivery(own.db, stranger, { state: "failed" });
  const listed = await listDeliveries(own.db, product, family);
  expect(listed).toHaveLength(50);
  expect(listed[0]).toMatchObject({
    channel: "sms",
    what: "Test",
    day: "Jun 1, 2031",
    state: "Sent 12:54 PM",
  });
  expect(listed[49]).toMatchObject({ state: "Sent 12:05 PM" });
});

test.skipIf(skippedOnPostgres.plans)("the list uses its index and needs no sorting", async () => {
  await using own = newDatabase();
  const plan = await deliveryListQuery(own.db, "any").explain(undefined, sql`query plan`);
  expect(plan).toMatchObject([
    { detail: expect.stringContaining("deliveries USING INDEX deliveries_of_user") },
    { detail: expect.stringContaining("last USING INDEX sqlite_autoindex_deliveries_1") },
    { detail: expect.stringContaining("CORRELATED SCALAR SUBQUERY") },
    { detail: expect.stringContaining("target USING INDEX sqlite_autoindex_deliveries_1") },
  ]);
});

test.skipIf(skippedOnPostgres.plans)("finding each message's subject uses indexes", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const { id: task_id } = await addTask(own.db, family, {
    text: "Call the school in 3 days at 3pm",
  });
  const entry = {
    id: newId(),
    task_id,
    user_id: family.userId,
    event_id: newId(),
    content: "{}",
    created_at: noon,
  };
  await own.db.insertInto("calendar_entries").values(entry).execute();
  await addDelivery(own.db, family, { kind: "reminder", state: "ready" });
  await addDelivery(own.db, family, {
    kind: "calendar_event",
    channel: "calendar",
    state: "ready",
    subject_id: entry.id,
  });
  const queries = await captureQueries(own.db, (db) => listDeliveries(db, product, family));
  const plans = await Promise.all(
    queries.map(({ sql: text, parameters }) =>
      own.db.executeQuery<{ detail: string }>(
        CompiledQuery.raw(`explain query plan ${text}`, [...parameters]),
      ),
    ),
  );
  const details = plans.flatMap(({ rows }) => rows.map(({ detail }) => detail));
  for (const table of ["reminders", "calendar_entries", "tasks", "calendar_connections"])
    expect(details).toContainEqual(expect.stringContaining(`sqlite_autoindex_${table}_1`));
  expect(details.filter((detail) => /SCAN (?!CONSTANT ROW|json_each)/.test(detail))).toEqual([]);
});

test("a reminder in the list names its task", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const { id } = await addTask(own.db, family, { text: "Call the vet" });
  await setDueDate(own.db, family, id, "2031-06-10T15:00", "America/New_York");
  const reminder = await own.db.selectFrom("reminders").select("id").executeTakeFirstOrThrow();
  await addDelivery(own.db, family, {
    kind: "reminder",
    state: "delivered",
    subject_id: reminder.id,
  });
  expect(await listDeliveries(own.db, product, family)).toMatchObject([
    { what: "Reminder: Call the vet", state: "Sent 12:00 PM, delivered" },
  ]);
});

test("a merged message has the status and the reason of the message that contains it", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  await addDelivery(own.db, family, { id: "sms", kind: "late_reminders", state: "sending" });
  // SMS replaced the WhatsApp message, and its merged reminders stayed.
  await addDelivery(own.db, family, {
    id: "app",
    kind: "late_reminders",
    channel: "whatsapp",
    ...mergedInto("sms"),
  });
  await addDelivery(own.db, family, { kind: "reminder", minute: 1, ...mergedInto("sms") });
  await addDelivery(own.db, family, {
    kind: "reminder",
    channel: "whatsapp",
    minute: 2,
    ...mergedInto("app"),
  });
  const words = async (state: DeliveryState, reason: string | null = null) => {
    await own.db.updateTable("deliveries").set({ state, reason }).where("id", "=", "sms").execute();
    const listed = await listDeliveries(own.db, product, family, noon);
    return listed.slice(0, 2).map((one) => [one.state, one.hasFailed]);
  };
  const both = (state: string, hasFailed = false) => [
    [state, hasFailed],
    [state, hasFailed],
  ];
  expect(await words("sending")).toEqual(both("On its way"));
  expect(await words("cancelled", "no_provider")).toEqual(both("Not sent: it isn't set up here"));
  expect(await words("failed", "bad_address")).toEqual(
    both("That number can't be reached. Please check it", true),
  );
  expect(await words("delivered")).toEqual([
    ["Sent 12:00 PM, delivered", false],
    ["Sent together with others", false],
  ]);
});

const mergedInto = (id: string) => ({ state: "merged" as const, merged_into: id });

test("each channel allows one test message a minute, and none without a number", async () => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db);
  const send = (channel: Channel, now: string) => sendTest(own.db, userId, channel, now);
  expect(await send("email", "2031-06-01T16:00:01.000Z")).toBe("on its way");
  expect(await send("email", "2031-06-01T16:00:59.000Z")).toBe("too soon");
  expect(await send("email", "2031-06-01T16:01:00.000Z")).toBe("on its way");
  expect(await send("sms", noon)).toBe("no_number");
  await own.db
    .updateTable("user_preferences")
    .set({ ...confirmedPhone("+12015550123") })
    .execute();
  expect(await send("sms", noon)).toBe("on its way");
  const rows = await own.db.selectFrom("deliveries").select(["kind", "channel", "state"]).execute();
  expect(rows).toEqual([
    { kind: "test", channel: "email", state: "ready" },
    { kind: "test", channel: "email", state: "ready" },
    { kind: "test", channel: "sms", state: "ready" },
  ]);
});

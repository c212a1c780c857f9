import { type Kysely, sql } from "kysely";
import { v7 as newId } from "uuid";
import { expect, test } from "vitest";
import { deliveryListQuery, listDeliveries } from "#app/domain/deliveries/delivery-list.server.ts";
import { sendTest } from "#app/domain/deliveries/test-delivery.server.ts";
import { findTroubles } from "#app/domain/deliveries/trouble.server.ts";
import { setDueDate } from "#app/domain/tasks/task.server.ts";
import { laterBy } from "#app/domain/time.ts";
import type { Channel, Database, DeliveryState } from "#db/schema.ts";
import { newDatabase } from "../../support/database.ts";
import { newFamily, type TestFamily } from "../../support/family.ts";
import { addTask } from "../../support/say.ts";

const noon = "2031-06-01T16:00:00.000Z";

interface Row {
  state: DeliveryState;
  kind?: string;
  channel?: Channel;
  reason?: string;
  subject_id?: string;
  merged_into?: string;
  id?: string;
  minute?: number;
}

async function deliver(db: Kysely<Database>, { userId }: TestFamily, { minute = 0, ...row }: Row): Promise<void> {
  const at = laterBy(noon, { minutes: minute });
  const times = { due_at: at, not_before: at, created_at: at, claimed_at: row.state === "ready" ? null : at };
  const id = newId();
  await db
    .insertInto("deliveries")
    .values({ id, kind: "test", channel: "sms", user_id: userId, subject_id: userId, dedupe_key: id, ...times, ...row })
    .execute();
}

test("the newest 50 deliveries are listed, the newest first, those of others are not", async () => {
  await using own = newDatabase();
  const [family, stranger] = [await newFamily(own.db), await newFamily(own.db)];
  for (let minute = 0; minute < 55; minute += 1) await deliver(own.db, family, { state: "sent", minute });
  await deliver(own.db, stranger, { state: "failed" });
  const listed = await listDeliveries(own.db, family);
  expect(listed).toHaveLength(50);
  expect(listed[0]).toMatchObject({ channel: "sms", what: "Test", day: "Jun 1", state: "Sent 12:54 PM" });
  expect(listed[49]).toMatchObject({ state: "Sent 12:05 PM" });
});

test("the list is read by its index, and needs no sorting", async () => {
  await using own = newDatabase();
  const plan = await deliveryListQuery(own.db, "any").explain(undefined, sql`query plan`);
  expect(plan).toMatchObject([
    { detail: expect.stringContaining("deliveries USING INDEX deliveries_of_user") },
    { detail: expect.stringContaining("last USING INDEX sqlite_autoindex_deliveries_1") },
    { detail: expect.stringContaining("CORRELATED SCALAR SUBQUERY") },
    { detail: expect.stringContaining("whole USING INDEX sqlite_autoindex_deliveries_1") },
    { detail: expect.stringContaining("reminders USING INDEX sqlite_autoindex_reminders_1") },
    { detail: expect.stringContaining("calendar_entries USING INDEX sqlite_autoindex_calendar_entries_1") },
    { detail: expect.stringContaining("member USING INDEX sqlite_autoindex_household_members_2") },
    { detail: expect.stringContaining("tasks USING INDEX sqlite_autoindex_tasks_1") },
    { detail: expect.stringContaining("connection USING INDEX sqlite_autoindex_calendar_connections_1") },
  ]);
});

test("a reminder in the list says what it was about", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const { id } = await addTask(own.db, family, { text: "Call the vet" });
  await setDueDate(own.db, family, id, "2031-06-10T15:00", "America/New_York");
  const reminder = await own.db.selectFrom("reminders").select("id").executeTakeFirstOrThrow();
  await deliver(own.db, family, { kind: "reminder", state: "delivered", subject_id: reminder.id });
  expect(await listDeliveries(own.db, family)).toMatchObject([
    { what: "Reminder: Call the vet", state: "Sent 12:00 PM, delivered" },
  ]);
});

test("what was put into another message is sent when that is, and says why when that is not", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  await deliver(own.db, family, { id: "sms", kind: "late_reminders", state: "sending" });
  // What WhatsApp could not bring: the one by SMS took its place, and what was in it stayed.
  await deliver(own.db, family, { id: "app", kind: "late_reminders", channel: "whatsapp", ...mergedInto("sms") });
  await deliver(own.db, family, { kind: "reminder", minute: 1, ...mergedInto("sms") });
  await deliver(own.db, family, { kind: "reminder", channel: "whatsapp", minute: 2, ...mergedInto("app") });
  const words = async (state: DeliveryState, reason: string | null = null) => {
    await own.db.updateTable("deliveries").set({ state, reason }).where("id", "=", "sms").execute();
    const listed = await listDeliveries(own.db, family, noon);
    return listed.slice(0, 2).map((one) => [one.state, one.isTrouble]);
  };
  const both = (said: string, isTrouble = false) => [
    [said, isTrouble],
    [said, isTrouble],
  ];
  expect(await words("sending")).toEqual(both("On its way"));
  expect(await words("cancelled", "no_provider")).toEqual(both("Not sent: no provider is set up"));
  expect(await words("failed", "bad_address")).toEqual(both("That number is not reachable: check it", true));
  expect(await words("delivered")).toEqual([
    ["Sent 12:00 PM, delivered", false],
    ["Sent in one message with others", false],
  ]);
});

const mergedInto = (id: string) => ({ state: "merged" as const, merged_into: id });

test("a test goes out once a minute by each way, and by none without a number", async () => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db);
  const send = (channel: Channel, now: string) => sendTest(own.db, userId, channel, now);
  expect(await send("email", "2031-06-01T16:00:01.000Z")).toBe("on its way");
  expect(await send("email", "2031-06-01T16:00:59.000Z")).toBe("too soon");
  expect(await send("email", "2031-06-01T16:01:00.000Z")).toBe("on its way");
  expect(await send("sms", noon)).toBe("no_number");
  await own.db.updateTable("user_preferences").set({ phone_number: "+12015550123" }).execute();
  expect(await send("sms", noon)).toBe("on its way");
  const rows = await own.db.selectFrom("deliveries").select(["kind", "channel", "state"]).execute();
  expect(rows).toEqual([
    { kind: "test", channel: "email", state: "ready" },
    { kind: "test", channel: "email", state: "ready" },
    { kind: "test", channel: "sms", state: "ready" },
  ]);
});

async function wanting(db: Kysely<Database>, channel: "sms" | "whatsapp" | "email"): Promise<TestFamily> {
  const family = await newFamily(db);
  await db
    .updateTable("user_preferences")
    .set({
      phone_number: "+12015550123",
      sms_enabled: channel === "sms" ? 1 : 0,
      whatsapp_enabled: channel === "whatsapp" ? 1 : 0,
    })
    .execute();
  return family;
}

const troublesOf = (db: Kysely<Database>, { userId }: TestFamily, isSetUp = true) =>
  findTroubles(db, { userId, householdRole: "owner" }, () => isSetUp).then((troubles) =>
    troubles.map(({ text }) => text),
  );

test("what did not arrive is trouble until something arrives by the same way", async () => {
  await using own = newDatabase();
  const family = await wanting(own.db, "sms");
  await deliver(own.db, family, { state: "delivered" });
  expect(await troublesOf(own.db, family)).toEqual([]);
  await deliver(own.db, family, { state: "undelivered", reason: "bad_address", minute: 1 });
  await deliver(own.db, family, { state: "delivered", channel: "email", minute: 2 });
  expect(await troublesOf(own.db, family)).toEqual(["Messages do not reach (201) 555-0123."]);
  await deliver(own.db, family, { state: "delivered", minute: 3 });
  expect(await troublesOf(own.db, family)).toEqual([]);
});

test("what goes to somebody else, or by a way that is switched off, is no trouble of the user's", async () => {
  await using own = newDatabase();
  const family = await wanting(own.db, "email");
  await deliver(own.db, family, { state: "failed", reason: "bad_address" });
  await deliver(own.db, family, { state: "failed", reason: "bad_email_address", channel: "email", kind: "invitation" });
  expect(await troublesOf(own.db, family)).toEqual([]);
});

test("stopped messages are trouble until they are allowed again", async () => {
  await using own = newDatabase();
  const family = await wanting(own.db, "whatsapp");
  await own.db.insertInto("opt_outs").values({ address: "+12015550123", opted_out_at: noon }).execute();
  expect(await troublesOf(own.db, family)).toEqual(["Messages to (201) 555-0123 were stopped."]);
  await own.db.deleteFrom("opt_outs").execute();
  expect(await troublesOf(own.db, family)).toEqual([]);
});

test("an e-mail address that what was sent came back from is not one that asked for no more", async () => {
  await using own = newDatabase();
  const family = await wanting(own.db, "email");
  const { email } = await own.db.selectFrom("users").select("email").executeTakeFirstOrThrow();
  await own.db.insertInto("opt_outs").values({ address: email, opted_out_at: noon, cause: "bounced" }).execute();
  expect(await troublesOf(own.db, family)).toEqual([`Messages do not reach ${email}.`]);
});

test("a way that is set up wrongly is trouble; one that only has to wait is not", async () => {
  await using own = newDatabase();
  const family = await wanting(own.db, "sms");
  const pause = { channel: "sms", paused_at: noon, until: noon } as const;
  await own.db
    .insertInto("channel_pauses")
    .values({ ...pause, reason: "rate_limit" })
    .execute();
  expect(await troublesOf(own.db, family)).toEqual([]);
  await own.db.updateTable("channel_pauses").set({ reason: "misconfigured" }).execute();
  expect(await troublesOf(own.db, family)).toEqual([expect.stringContaining("Messages by SMS are waiting")]);
});

test("that there is no provider is trouble once there is something to send", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  expect(await troublesOf(own.db, family, false)).toEqual([]);
  const { id } = await addTask(own.db, family, { text: "Call the vet" });
  await setDueDate(own.db, family, id, "2031-06-10T15:00", "America/New_York");
  expect(await troublesOf(own.db, family, false)).toEqual([expect.stringContaining("no provider is set up")]);
  await own.db.updateTable("user_preferences").set({ email_enabled: 0 }).execute();
  expect(await troublesOf(own.db, family, false)).toEqual([]);
});

test("that there was none is trouble after the reminder too, until one is set up", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  await deliver(own.db, family, { state: "cancelled", kind: "reminder", channel: "email", reason: "no_provider" });
  expect(await troublesOf(own.db, family, false)).toEqual([expect.stringContaining("no provider is set up")]);
  expect(await troublesOf(own.db, family, true)).toEqual([]);
});

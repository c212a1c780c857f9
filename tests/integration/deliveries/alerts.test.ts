import type { Kysely } from "kysely";
import { changeEmail } from "#app/domain/accounts/email/change-email.server.ts";
import { confirmEmail } from "#app/domain/accounts/email/verification.server.ts";
import { dismissNotice } from "#app/domain/instance/dismissed-notices.server.ts";
import { findDashboardAlerts, findOwnAlerts } from "#app/domain/pages/delivery-alerts.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { emailVerificationLink } from "#app/domain/core/links.server.ts";
import type { Database } from "#db/schema.ts";
import { expect, test } from "vitest";
import { setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import { confirmedPhone } from "../../support/people/confirmed-phone.ts";
import { setOwner } from "../../support/people/owner.ts";
import { newDatabase } from "../../support/records/database.ts";
import { addDelivery, noon } from "../../support/records/add-delivery.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";
import { addTask } from "../../support/people/say.ts";

const ipAddress = "203.0.113.1";

async function wanting(
  db: Kysely<Database>,
  channel: "sms" | "whatsapp" | "email",
): Promise<TestFamily> {
  const family = await newFamily(db);
  await db
    .updateTable("user_preferences")
    .set({
      ...confirmedPhone("+12015550123"),
      sms_enabled: channel === "sms" ? 1 : 0,
      whatsapp_enabled: channel === "whatsapp" ? 1 : 0,
    })
    .execute();
  return family;
}

const listAlertTexts = (db: Kysely<Database>, { userId }: TestFamily, isSetUp = true) =>
  findOwnAlerts(db, { userId }, () => isSetUp).then((alerts) => alerts.map(({ text }) => text));

test("a failed delivery raises an alert until the same channel delivers", async () => {
  await using own = newDatabase();
  const family = await wanting(own.db, "sms");
  await addDelivery(own.db, family, { state: "delivered" });
  expect(await listAlertTexts(own.db, family)).toEqual([]);
  await addDelivery(own.db, family, { state: "undelivered", reason: "bad_address", minute: 1 });
  await addDelivery(own.db, family, { state: "delivered", channel: "email", minute: 2 });
  expect(await listAlertTexts(own.db, family)).toEqual([
    "Messages to (201) 555-0123 aren't arriving.",
  ]);
  await addDelivery(own.db, family, { state: "delivered", minute: 3 });
  expect(await listAlertTexts(own.db, family)).toEqual([]);
});

test("deliveries to others and by disabled channels raise no alert", async () => {
  await using own = newDatabase();
  const family = await wanting(own.db, "email");
  await addDelivery(own.db, family, { state: "failed", reason: "bad_address" });
  await addDelivery(own.db, family, {
    state: "failed",
    reason: "bad_email_address",
    channel: "email",
    kind: "invitation",
  });
  expect(await listAlertTexts(own.db, family)).toEqual([]);
});

test("an opt-out raises an alert until messages are allowed again", async () => {
  await using own = newDatabase();
  const family = await wanting(own.db, "whatsapp");
  await own.db
    .insertInto("opt_outs")
    .values({ address: "+12015550123", opted_out_at: noon })
    .execute();
  expect(await listAlertTexts(own.db, family)).toEqual([
    "Messages to (201) 555-0123 were stopped.",
  ]);
  await own.db.deleteFrom("opt_outs").execute();
  expect(await listAlertTexts(own.db, family)).toEqual([]);
});

test("a bounced email address is distinguished from an unsubscribed one", async () => {
  await using own = newDatabase();
  const family = await wanting(own.db, "email");
  const { email } = await own.db.selectFrom("users").select("email").executeTakeFirstOrThrow();
  await own.db
    .insertInto("opt_outs")
    .values({ address: email, opted_out_at: noon, cause: "bounced" })
    .execute();
  expect(await listAlertTexts(own.db, family)).toEqual([`Messages to ${email} aren't arriving.`]);
});

test("an unreachable email address raises an alert until it changes", async () => {
  await using own = newDatabase();
  const family = await wanting(own.db, "email");
  const { userId } = family;
  await addDelivery(own.db, family, {
    state: "undelivered",
    reason: "bad_email_address",
    channel: "email",
  });
  await changeEmail(own.db, { userId, email: "new@example.com", ipAddress }, false);
  expect(await listAlertTexts(own.db, family)).toEqual([]);
});

test("a new address clears the alert as soon as its confirmation is pending", async () => {
  await using own = newDatabase();
  const family = await wanting(own.db, "email");
  const { userId } = family;
  await addDelivery(own.db, family, {
    state: "undelivered",
    reason: "bad_email_address",
    channel: "email",
  });
  await changeEmail(own.db, { userId, email: "new@example.com", ipAddress }, true);
  expect(await listAlertTexts(own.db, family)).toEqual([
    `Messages to ${userId}@example.com aren't arriving.`,
  ]);
  const { id } = await own.db
    .selectFrom("email_verifications")
    .select("id")
    .executeTakeFirstOrThrow();
  const links = { origin: "http://localhost", linkKey: "a-key-for-tests" };
  const token = new URL(emailVerificationLink(links, id)).searchParams.get("token") ?? "";
  expect(await confirmEmail(own.db, { ...links, token, knownUserIds: [userId] })).toBe("confirmed");
  expect(await listAlertTexts(own.db, family)).toEqual([]);
});

test("a misconfigured channel raises an alert, and a delayed one does not", async () => {
  await using own = newDatabase();
  const family = await wanting(own.db, "sms");
  const pause = { channel: "sms", paused_at: noon, until: noon } as const;
  await own.db
    .insertInto("channel_pauses")
    .values({ ...pause, reason: "rate_limit" })
    .execute();
  expect(await listAlertTexts(own.db, family)).toEqual([]);
  await own.db.updateTable("channel_pauses").set({ reason: "misconfigured" }).execute();
  expect(await listAlertTexts(own.db, family)).toEqual([
    expect.stringContaining("SMS messages are waiting"),
  ]);
});

test("a pause is the business of Mila's owner, and once dismissed stays away until the next pause", async () => {
  await using own = newDatabase();
  const family = await wanting(own.db, "sms");
  const alerts = async () =>
    (await findDashboardAlerts(own.db, family, () => true)).map(({ type }) => type);
  const pause = {
    channel: "sms",
    reason: "misconfigured",
    paused_at: "2026-01-01T00:00:00.000Z",
    until: noon,
  } as const;
  await own.db.insertInto("channel_pauses").values(pause).execute();
  expect(await alerts()).toEqual([]);
  await setOwner(own.db, "id", family.userId);
  expect(await alerts()).toEqual(["paused"]);
  await dismissNotice(own.db, { type: "paused", channel: "sms" });
  expect(await alerts()).toEqual([]);
  await own.db.updateTable("channel_pauses").set({ paused_at: noon }).execute();
  expect(await alerts()).toEqual(["paused"]);
});

test("nobody misses what concerns their own address", async () => {
  await using own = newDatabase();
  const family = await wanting(own.db, "sms");
  await addDelivery(own.db, family, { state: "undelivered", reason: "bad_address" });
  const alerts = await findDashboardAlerts(own.db, family, () => true);
  expect(alerts).toMatchObject([
    { text: "Messages to (201) 555-0123 aren't arriving.", canBeDismissed: false },
  ]);
});

test("a missing provider raises an alert once there is something to send", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  expect(await listAlertTexts(own.db, family, false)).toEqual([]);
  const { id } = await addTask(own.db, family, { text: "Call the vet" });
  await setDueDate(own.db, family, id, "2031-06-10T15:00", "America/New_York");
  expect(await listAlertTexts(own.db, family, false)).toEqual([
    expect.stringContaining("it isn't set up here"),
  ]);
  await own.db.updateTable("user_preferences").set({ email_enabled: 0 }).execute();
  expect(await listAlertTexts(own.db, family, false)).toEqual([]);
});

test("a missing provider's alert outlives its reminder until a provider is set up", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  await addDelivery(own.db, family, {
    state: "cancelled",
    kind: "reminder",
    channel: "email",
    reason: "no_provider",
  });
  expect(await listAlertTexts(own.db, family, false)).toEqual([
    expect.stringContaining("it isn't set up here"),
  ]);
  expect(await listAlertTexts(own.db, family, true)).toEqual([]);
});

test("someone whose reminder could not go out is shown the way that needs nothing else", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const types = async () =>
    (await findDashboardAlerts(own.db, family, () => false)).map(({ type }) => type);
  await addDelivery(own.db, family, {
    state: "failed",
    kind: "reminder",
    channel: "email",
    reason: "refused",
  });
  await addDelivery(own.db, family, {
    state: "cancelled",
    kind: "invitation",
    channel: "email",
    reason: "no_provider",
  });
  expect(await types()).toEqual([]);
  const id = await addDelivery(own.db, family, {
    state: "cancelled",
    kind: "reminder",
    channel: "email",
    reason: "no_provider",
    other_way: "none",
  });
  expect(await types()).toEqual(["no way"]);
  // Mila's owner reads instead that a provider is missing, which names this way too.
  await setOwner(own.db, "id", family.userId);
  expect(await types()).toEqual(["no provider"]);
  await setOwner(own.db, "id", (await newFamily(own.db)).userId);
  await own.db.updateTable("user_preferences").set({ push_enabled: 1 }).execute();
  expect(await types()).toEqual(["no device"]);
  await own.db.updateTable("user_preferences").set({ push_enabled: 0 }).execute();
  const longAgo = laterBy(nowIso(), { hours: -73 });
  await own.db
    .updateTable("deliveries")
    .set({ created_at: longAgo })
    .where("id", "=", id)
    .execute();
  expect(await types()).toEqual([]);
});

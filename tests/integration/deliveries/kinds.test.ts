import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { expect, test } from "vitest";
import { changeEmail } from "#app/domain/accounts/change-email.server.ts";
import { confirmEmail } from "#app/domain/accounts/email-verification.server.ts";
import { addDeliveries, type NewDelivery } from "#app/domain/deliveries/add-deliveries.server.ts";
import { prepareDailySummaries } from "#app/domain/deliveries/kinds/daily-summary.server.ts";
import {
  prepareEmailChanges,
  prepareEmailVerifications,
} from "#app/domain/deliveries/kinds/email-verification.server.ts";
import { preparePasswordResets } from "#app/domain/deliveries/kinds/password-reset.server.ts";
import { prepareTests } from "#app/domain/deliveries/kinds/test.server.ts";
import type { Instance, Prepare } from "#app/domain/deliveries/preparation.ts";
import { emailVerificationLink } from "#app/domain/links/account-links.server.ts";
import { readLinkToken } from "#app/domain/links/link-token.server.ts";
import { dueColumns } from "#app/domain/tasks/due.server.ts";
import type { Channel, Database } from "#db/schema.ts";
import { newDatabase } from "../../support/database.ts";
import { newFamily, type TestFamily } from "../../support/family.ts";

const instance = {
  origin: "https://mila.example.com",
  linkKey: "a key of this test",
  encryptionKey: "none",
  timeZone: "America/New_York",
  isSetUp: () => true,
} as unknown as Instance;

const now = "2026-11-21T12:00:00.000Z";

/** What the kind makes of one new delivery for each. */
async function prepare(db: Kysely<Database>, kind: Prepare, deliveries: Omit<NewDelivery, "dedupeKey">[]) {
  return db.transaction().execute(async (trx) => {
    const keyed = deliveries.map((delivery) => ({ ...delivery, dedupeKey: newId() }));
    await addDeliveries(trx, keyed, now);
    const rows = await trx.selectFrom("deliveries").selectAll().orderBy("id").execute();
    const prepared = await kind(trx, rows.slice(-deliveries.length), instance, now);
    return rows.slice(-deliveries.length).map(({ id }) => prepared.get(id));
  });
}

async function addTask(db: Kysely<Database>, family: TestFamily, title: string, local: string, more = {}) {
  const { userId, householdId, timeZone } = family;
  const task = { id: newId(), household_id: householdId, user_id: userId, title, category: "Kids" as const };
  await db
    .insertInto("tasks")
    .values({ ...task, created_at: now, ...dueColumns(local, timeZone), ...more })
    .execute();
}

const summaryOf = (family: TestFamily, channel: Channel = "email") => ({
  kind: "daily_summary" as const,
  channel,
  userId: family.userId,
  subjectId: "2026-11-21",
});

const set = (db: Kysely<Database>, family: TestFamily, preferences: object) =>
  db
    .updateTable("user_preferences")
    .set({ daily_summary_enabled: 1, ...preferences })
    .where("user_id", "=", family.userId)
    .execute();

test("a summary has the household's open tasks: overdue, today by the user's clock, and the next seven days", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db, { Dan: "spouse" });
  const other = await newFamily(own.db, {}, "Asia/Tokyo");
  for (const one of [family, other]) await set(own.db, one, {});
  const dan = await own.db.selectFrom("family_members").select("id").executeTakeFirstOrThrow();
  await addTask(own.db, family, "Overdue", "2026-11-20T09:00");
  await addTask(own.db, family, "Just missed", "2026-11-21T06:59");
  await addTask(own.db, family, "Tonight", "2026-11-21T23:59", { delegated_to: dan.id, delegation_status: "accepted" });
  await addTask(own.db, family, "Tomorrow", "2026-11-22T00:00");
  await addTask(own.db, family, "In a week", "2026-11-28T23:59");
  await addTask(own.db, family, "Later", "2026-11-29T00:00");
  await addTask(own.db, family, "Done", "2026-11-21T20:00", { is_completed: 1 });
  await addTask(own.db, family, "Deleted", "2026-11-21T20:00", { deleted_at: now });
  await addTask(own.db, other, "In Tokyo", "2026-11-22T08:00");
  const [ours, theirs] = await prepare(own.db, prepareDailySummaries, [summaryOf(family), summaryOf(other)]);
  expect(ours).toMatchObject({
    to: `${family.userId}@example.com`,
    isToAnother: false,
    message: {
      email: {
        body: [
          { heading: "Overdue" },
          ["Overdue, yesterday at 9:00 AM", "Just missed, 6:59 AM"],
          { heading: "Today" },
          ["Tonight, 11:59 PM (Dan does it)"],
          { heading: "In the next days" },
          ["Tomorrow, tomorrow at 12:00 AM", "In a week, Sat, Nov 28 at 11:59 PM"],
        ],
      },
    },
  });
  // 12:00 UTC is 21:00 there.
  expect(theirs).toMatchObject({
    message: { email: { body: [{ heading: "In the next days" }, ["In Tokyo, tomorrow at 8:00 AM"]] } },
  });
});

test("a summary without anything to say, or not wanted any more, is not sent", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  await set(own.db, family, {});
  expect(await prepare(own.db, prepareDailySummaries, [summaryOf(family)])).toEqual([{ cancelled: "nothing_to_say" }]);
  await addTask(own.db, family, "Tonight", "2026-11-21T20:00");
  expect(await prepare(own.db, prepareDailySummaries, [summaryOf(family, "sms")])).toEqual([
    { cancelled: "not_wanted" },
  ]);
  await set(own.db, family, { phone_number: "+15550100001", sms_enabled: 1 });
  expect(await prepare(own.db, prepareDailySummaries, [summaryOf(family, "sms")])).toMatchObject([
    { to: "+15550100001", message: { text: "Mila: Today: Tonight 8:00 PM. https://mila.example.com/dashboard" } },
  ]);
  // E-mail is for when no texts are wanted.
  expect(await prepare(own.db, prepareDailySummaries, [summaryOf(family)])).toEqual([{ cancelled: "not_wanted" }]);
  await set(own.db, family, { daily_summary_enabled: 0 });
  expect(await prepare(own.db, prepareDailySummaries, [summaryOf(family, "sms")])).toEqual([
    { cancelled: "not_wanted" },
  ]);
});

test("a test goes where reminders by that channel would go, switched on or not", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const ask = { kind: "test" as const, userId: family.userId, subjectId: family.userId };
  const both = [
    { ...ask, channel: "email" as const },
    { ...ask, channel: "sms" as const },
  ];
  expect(await prepare(own.db, prepareTests, both)).toMatchObject([
    { to: `${family.userId}@example.com` },
    { cancelled: "no_address" },
  ]);
});

test("of several links for a new password only the newest goes out, and none that was used", async () => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db);
  const ids = [newId(), newId()];
  for (const id of ids)
    await own.db.insertInto("password_resets").values({ id, user_id: userId, requested_at: now }).execute();
  const ask = (subjectId: string) => ({
    kind: "password_reset" as const,
    channel: "email" as const,
    userId,
    subjectId,
  });
  const [older, newer] = await prepare(own.db, preparePasswordResets, ids.map(ask));
  expect(older).toEqual({ cancelled: "superseded" });
  expect(newer).toMatchObject({ to: `${userId}@example.com`, isToAnother: false });
  expect(linkIn(newer)).toEqual({ id: ids[1], version: 1 });
  await own.db.updateTable("password_resets").set({ used_at: now }).execute();
  expect(await prepare(own.db, preparePasswordResets, ids.map(ask))).toEqual([undefined, undefined]);
});

test("an address is asked to confirm itself, and the old one is told, however soon it is confirmed", async () => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db);
  expect(await changeEmail(own.db, { userId, email: "new@example.com" }, true)).toBe("to_be_confirmed");
  const { id } = await own.db.selectFrom("email_verifications").select("id").executeTakeFirstOrThrow();
  const ask = { channel: "email" as const, userId, subjectId: id };
  const verifying = { ...ask, kind: "email_verification" as const };
  const changing = { ...ask, kind: "email_changed" as const };
  const [asked] = await prepare(own.db, prepareEmailVerifications, [verifying]);
  expect(asked).toMatchObject({ to: "new@example.com" });
  const [warned] = await prepare(own.db, prepareEmailChanges, [changing]);
  expect(warned).toMatchObject({ to: `${userId}@example.com` });
  expect(JSON.stringify(warned)).not.toContain("new@example.com");

  const { linkKey } = instance;
  const token = new URL(emailVerificationLink({ origin: "http://localhost", linkKey }, id)).searchParams.get("token");
  expect(await confirmEmail(own.db, { token: token ?? "", linkKey })).toBe(true);
  expect(await prepare(own.db, prepareEmailVerifications, [verifying])).toEqual([undefined]);
  expect(await prepare(own.db, prepareEmailChanges, [changing])).toEqual([warned]);
});

function linkIn(preparation: Awaited<ReturnType<typeof prepare>>[number]) {
  if (!preparation || !("message" in preparation)) return null;
  if (!preparation.message || !("email" in preparation.message)) return null;
  const url = new URL(preparation.message.email.button?.url ?? "");
  return readLinkToken(instance.linkKey, "password-reset", url.searchParams.get("token") ?? "");
}

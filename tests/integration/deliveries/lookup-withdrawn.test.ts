import { messageTypes } from "#app/domain/wiring/product.server.ts";
import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { expect, test } from "vitest";
import {
  addDeliveries,
  type NewDelivery,
} from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { mergeLateMessages } from "#app/domain/outbox/scheduling/merge-late.server.ts";
import { sweep } from "#app/domain/outbox/recovery/sweep.server.ts";
import { earlierBy, laterBy, nowIso } from "#app/domain/core/time.ts";
import type { Channel, Database } from "#db/schema.ts";
import { startFakePostmark } from "../../fakes/postmark.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { newDatabase } from "../../support/records/database.ts";
import {
  addDueReminder,
  newFamilyWithPhone,
  newSender,
} from "../../support/messages/deliveries.ts";
import { newInvitation, type TestFamily } from "../../support/records/family.ts";

type Db = Kysely<Database>;
type WithoutKey<Added> = Added extends NewDelivery ? Omit<Added, "dedupeKey"> : never;

/** A due message, and how it becomes unnecessary. */
interface Case {
  add: (db: Db, family: TestFamily, channel: Channel) => Promise<void>;
  withdraw: (db: Db, family: TestFamily) => Promise<unknown>;
  reason: string;
}

const lateReminder: Case = {
  async add(db, family, channel) {
    await addDueReminder(db, family, { channel, dueAt: earlierBy(nowIso(), { hours: 1 }) });
    await mergeLateMessages(db, messageTypes, nowIso());
  },
  withdraw: (db) => db.updateTable("tasks").set({ is_completed: 1 }).execute(),
  reason: "task_done",
};

const dailySummary: Case = {
  async add(db, family, channel) {
    const { taskId } = await addDueReminder(db, family, { channel });
    await db.deleteFrom("deliveries").execute();
    const due_date = earlierBy(nowIso(), { hours: 48 });
    await db.updateTable("tasks").set({ due_date }).where("id", "=", taskId).execute();
    await db.updateTable("user_preferences").set({ daily_summary_enabled: 1 }).execute();
    await put(db, {
      kind: "daily_summary",
      channel,
      userId: family.userId,
      subjectId: "2026-11-21",
    });
  },
  withdraw: (db) => db.updateTable("user_preferences").set({ daily_summary_enabled: 0 }).execute(),
  reason: "not_wanted",
};

const invitation: Case = {
  async add(db, family) {
    const id = await newInvitation(db, family, "grandma@example.com");
    const payload = { version: 1 };
    await put(db, {
      kind: "invitation",
      channel: "email",
      userId: family.userId,
      subjectId: id,
      payload,
    });
  },
  withdraw: (db) => db.updateTable("family_invitations").set({ status: "revoked" }).execute(),
  reason: "withdrawn",
};

const welcome: Case = {
  async add(db, { userId, householdId }) {
    const id = newId();
    const member = {
      id,
      added_by: userId,
      household_id: householdId,
      name: "Dan",
      relation: "spouse",
    } as const;
    await db
      .insertInto("people")
      .values({ ...member, email: "dan@example.com", created_at: nowIso() })
      .execute();
    await put(db, { kind: "welcome", channel: "email", userId, subjectId: id });
  },
  withdraw: (db) => db.deleteFrom("people").execute(),
  reason: "withdrawn",
};

const passwordReset: Case = {
  async add(db, { userId }) {
    const id = newId();
    await db
      .insertInto("password_resets")
      .values({ id, user_id: userId, requested_at: nowIso() })
      .execute();
    await put(db, { kind: "password_reset", channel: "email", userId, subjectId: id });
  },
  withdraw: (db) => db.updateTable("password_resets").set({ used_at: nowIso() }).execute(),
  reason: "withdrawn",
};

const emailVerification: Case = {
  async add(db, { userId }) {
    const id = newId();
    const row = { id, user_id: userId, email: `${userId}@example.com`, requested_at: nowIso() };
    await db.insertInto("email_verifications").values(row).execute();
    await put(db, { kind: "email_verification", channel: "email", userId, subjectId: id });
  },
  withdraw: (db) => db.updateTable("email_verifications").set({ confirmed_at: nowIso() }).execute(),
  reason: "withdrawn",
};

const emails = {
  lateReminder,
  dailySummary,
  invitation,
  welcome,
  passwordReset,
  emailVerification,
};

test.for(Object.entries(emails))(
  "an interrupted email is looked up but not resent once it is no longer needed: %s",
  async ([, one]) => {
    await using postmark = await startFakePostmark({ isReporting: false });
    const ends = await endsOf(one, "email", postmark);
    expect(ends).toEqual({
      taken: { state: "sent", reason: null },
      notTaken: { state: "cancelled", reason: one.reason },
    });
    expect(postmark.emails()).toHaveLength(1);
  },
);

test.for(Object.entries({ lateReminder, dailySummary }))(
  "an interrupted text is looked up but not resent once it is no longer needed: %s",
  async ([, one]) => {
    await using twilio = await startFakeTwilio();
    const ends = await endsOf(one, "sms", twilio);
    expect(ends).toEqual({
      taken: { state: "sent", reason: null },
      notTaken: { state: "cancelled", reason: one.reason },
    });
    expect(twilio.messages()).toHaveLength(1);
  },
);

/** The outcomes if the provider had accepted it before the answer was lost, and if not. */
async function endsOf(
  { add, withdraw }: Case,
  channel: Channel,
  provider: Pick<Awaited<ReturnType<typeof startFakeTwilio>>, "behave" | "settings">,
) {
  const endOfOne = async (when: "before_taking" | "after_taking") => {
    await using own = newDatabase();
    const family = await newFamilyWithPhone(
      own.db,
      when === "after_taking" ? "+15550101234" : "+15550105678",
    );
    if (channel === "email")
      await own.db.updateTable("user_preferences").set({ sms_enabled: 0 }).execute();
    await add(own.db, family, channel);
    provider.behave({ type: "hanging_up", when });
    const { sendDue, outbox, providers } = newSender(own.db, provider.settings);
    await sendDue();
    const delivery = own.db
      .selectFrom("deliveries")
      .select(["state", "reason"])
      .where("kind", "!=", "reminder");
    expect(await delivery.executeTakeFirst()).toEqual({ state: "unknown", reason: null });
    await withdraw(own.db, family);
    await sweep(own.db, outbox, providers, laterBy(nowIso(), { seconds: 31 }));
    return await delivery.executeTakeFirst();
  };
  return { taken: await endOfOne("after_taking"), notTaken: await endOfOne("before_taking") };
}

async function put(db: Db, delivery: WithoutKey<NewDelivery>): Promise<void> {
  await db
    .transaction()
    .execute((trx) => addDeliveries(trx, [{ ...delivery, dedupeKey: newId() }]));
}

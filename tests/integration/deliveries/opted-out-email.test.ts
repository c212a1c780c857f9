import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { resendEmailVerification } from "#app/domain/accounts/email/verification.server.ts";
import { requestPasswordReset } from "#app/domain/accounts/credentials/password-reset.server.ts";
import { findOptedOut, optOut } from "#app/domain/outbox/channels/opt-outs.server.ts";
import { sendTest } from "#app/domain/preferences/send-test.server.ts";
import { findOwnAlerts } from "#app/domain/pages/delivery-alerts.server.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import type { Database, OptOutCause } from "#db/schema.ts";
import { startFakePostmark } from "../../fakes/postmark.ts";
import { confirmedPhone } from "../../support/people/confirmed-phone.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newSender } from "../../support/messages/deliveries.ts";
import { newFamily } from "../../support/records/family.ts";

/** A user whose emails stopped for this cause. */
async function newOptedOut(db: Kysely<Database>, cause: OptOutCause) {
  const { userId } = await newFamily(db);
  const email = `${userId}@example.com`;
  await optOut(db, email, earlierBy(nowIso(), { minutes: 1 }), cause);
  const causeNow = async () => (await findOptedOut(db, [email])).get(email);
  const reason = async () =>
    (await db.selectFrom("deliveries").select("reason").executeTakeFirstOrThrow()).reason;
  const advice = async () => {
    const troubles = await findOwnAlerts(db, { userId }, () => true);
    return troubles.map(({ advice: one }) => one).join("\n");
  };
  return { userId, email, causeNow, reason, advice };
}

const tries = {
  "a test": (db: Kysely<Database>, { userId }: { userId: string }) => sendTest(db, userId, "email"),
  "a link to choose a password": (db: Kysely<Database>, { email }: { email: string }) =>
    requestPasswordReset(db, { email, ipAddress: "203.0.113.1" }),
  "a link that confirms the address": (
    db: Kysely<Database>,
    account: { userId: string; email: string },
  ) => resendEmailVerification(db, account),
};

test.each(Object.entries(tries))(
  "%s is sent to a bounced address and unblocks it on success",
  async (_, ask) => {
    await using own = newDatabase();
    await using postmark = await startFakePostmark();
    const person = await newOptedOut(own.db, "bounced");
    await ask(own.db, person);
    await newSender(own.db, postmark.settings).sendDue();
    expect(postmark.emails().map(({ message }) => message.To)).toEqual([person.email]);
    expect(await person.causeNow()).toBeUndefined();
  },
);

test("a test message reports an address that Postmark still suppresses and loses nothing else", async () => {
  await using own = newDatabase();
  await using postmark = await startFakePostmark();
  const person = await newOptedOut(own.db, "bounced");
  expect(await person.advice()).toContain("send a test below");
  postmark.behave({ type: "refusing", code: 406 });
  await sendTest(own.db, person.userId, "email");
  await newSender(own.db, postmark.settings).sendDue();
  expect([await person.reason(), await person.causeNow()]).toEqual(["opted_out", "bounced"]);
  expect(await person.advice()).toContain("ask Mila's owner to remove the address from");
});

test("an unsubscribed address gets only the user's own test messages until one is accepted", async () => {
  await using own = newDatabase();
  await using postmark = await startFakePostmark();
  const person = await newOptedOut(own.db, "asked");
  const { sendDue } = newSender(own.db, postmark.settings);
  await tries["a link to choose a password"](own.db, person);
  await sendDue();
  expect([await person.reason(), postmark.emails()]).toEqual(["opted_out", []]);
  await tries["a test"](own.db, person);
  await sendDue();
  expect([await person.causeNow(), postmark.emails().length]).toEqual([undefined, 1]);
});

test("a bounce reported while a test message is being sent counts", async () => {
  await using own = newDatabase();
  await using postmark = await startFakePostmark();
  const person = await newOptedOut(own.db, "bounced");
  postmark.behave({ type: "slow", answerMs: 500 });
  await sendTest(own.db, person.userId, "email");
  const sending = newSender(own.db, postmark.settings).sendDue();
  await expect.poll(() => postmark.emails().length).toBe(1);
  await optOut(own.db, person.email, nowIso(), "bounced");
  await sending;
  expect(await person.causeNow()).toBe("bounced");
});

test("a number that texted STOP gets no test message", async () => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db);
  const phone = "+15550101234";
  await own.db
    .updateTable("user_preferences")
    .set({ ...confirmedPhone(phone) })
    .execute();
  await optOut(own.db, phone, nowIso());
  await sendTest(own.db, userId, "sms");
  const twilio = {
    TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
    TWILIO_AUTH_TOKEN: "x",
    TWILIO_SMS_FROM: "+15550100000",
  };
  await newSender(own.db, twilio).sendDue();
  const ended = await own.db.selectFrom("deliveries").select(["state", "reason"]).execute();
  expect(ended).toEqual([{ state: "cancelled", reason: "opted_out" }]);
});

import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { requestPasswordReset } from "#app/domain/accounts/credentials/password-reset.server.ts";
import { changeEmail } from "#app/domain/accounts/email/change-email.server.ts";
import { resendEmailVerification } from "#app/domain/accounts/email/verification.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { invite } from "#app/domain/people/invitations/invitations.server.ts";
import { notificationSettings } from "#app/domain/preferences/input.ts";
import { saveNotificationSettings } from "#app/domain/preferences/notification-settings.server.ts";
import { confirmNumber } from "#app/domain/preferences/phone-code/confirm-number.server.ts";
import { requestNewCode } from "#app/domain/preferences/phone-code/request-code.server.ts";
import { sendTest } from "#app/domain/preferences/send-test.server.ts";
import type { Database } from "#db/schema.ts";
import { startFakeSmtp } from "../../../fakes/smtp.ts";
import { newDatabase } from "../../../support/records/database.ts";
import { addDueReminder, linkKey, newSender } from "../../../support/messages/deliveries.ts";
import { newFamily, type TestFamily } from "../../../support/records/family.ts";

type Db = Kysely<Database>;

interface Limited {
  prepare?: (db: Db, nora: TestFamily) => Promise<unknown>;
  /** Returns whether the limit let it pass. */
  attempt: (db: Db, nora: TestFamily, count: number) => Promise<boolean>;
  passes: number;
}

const ipAddress = "203.0.113.1";
const addressOf = ({ userId }: TestFamily) => `${userId}@example.com`;
const savedNumber = notificationSettings.parse({ phoneNumber: "+12015550123", smsEnabled: "on" });

const limits: Record<string, Limited> = {
  "links to a new address": {
    attempt: async (db, { userId }, count) =>
      (await changeEmail(db, { userId, email: `new-${count}@example.com`, ipAddress }, true)) ===
      "confirmation_sent",
    passes: 3,
  },
  "confirmation links": {
    attempt: (db, nora) =>
      resendEmailVerification(db, { userId: nora.userId, email: addressOf(nora) }),
    passes: 3,
  },
  "password links": {
    attempt: async (db, nora) => {
      const outcome = await requestPasswordReset(db, { email: addressOf(nora), ipAddress });
      return !outcome.refused && outcome.resetId !== null;
    },
    passes: 3,
  },
  "invitations to one address": {
    attempt: async (db, nora) => (await invite(db, nora, "sam@example.com", true)) !== "too_often",
    passes: 3,
  },
  "codes for a number": {
    prepare: async (db, { userId }) => {
      await saveNotificationSettings(db, userId, savedNumber, { isSetUp: () => true });
      await db.deleteFrom("phone_codes").execute();
    },
    attempt: async (db, { userId }) => (await requestNewCode(db, userId, "sms")) === "on its way",
    passes: 1,
  },
  "guesses of a code": {
    prepare: (db, { userId }) =>
      saveNotificationSettings(db, userId, savedNumber, { isSetUp: () => true }),
    // The fifth wrong one says that there were too many.
    attempt: async (db, { userId }) =>
      (await confirmNumber(db, { userId, linkKey }, "none", nowIso())) === "wrong",
    passes: 4,
  },
  "tests by email": {
    attempt: async (db, { userId }) =>
      (await sendTest(db, userId, "email", "2031-05-04T12:00:00.000Z")) === "on its way",
    passes: 1,
  },
};

test.for(Object.entries(limits))(
  "%s asked for at once keep to the limit",
  async ([, { prepare, attempt, passes }]) => {
    await using own = newDatabase();
    const nora = await newFamily(own.db);
    await prepare?.(own.db, nora);
    const tries = Array.from({ length: 10 }, (_, count) => attempt(own.db, nora, count));
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(passes);
    expect(await attempt(own.db, nora, 10)).toBe(false);
  },
);

test("several workers that claim at once keep to the limit of an unconfirmed address", async () => {
  await using own = newDatabase();
  await using smtp = await startFakeSmtp();
  await newFamily(own.db);
  const nora = await newFamily(own.db);
  const ids: string[] = [];
  for (let count = 0; count < 15; count += 1) {
    ids.push((await addDueReminder(own.db, nora, { channel: "email" })).deliveryId);
  }
  await own.db.updateTable("user_preferences").set({ email_enabled: 1 }).execute();
  const workers = Array.from({ length: 4 }, () => newSender(own.db, smtp.settings));
  await Promise.all(ids.map((id, index) => workers[index % workers.length]!.deliver(id)));
  expect(smtp.mails()).toHaveLength(10);
});

import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { changeEmail } from "#app/domain/accounts/email/change-email.server.ts";
import { confirmEmail } from "#app/domain/accounts/email/verification.server.ts";
import { findWaitingAddress } from "#app/domain/accounts/email/waiting-address.server.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import type { Database } from "#db/schema.ts";
import { type FakeSmtp, startFakeSmtp } from "../../fakes/smtp.ts";
import { newDatabase } from "../../support/records/database.ts";
import { linkKey, newSender } from "../../support/messages/deliveries.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";
import { letWindowsPass } from "../../support/records/limit-events.ts";

interface Scene extends AsyncDisposable {
  db: Kysely<Database>;
  smtp: FakeSmtp;
  change: (account: TestFamily, email: string, ipAddress?: string) => Promise<string>;
  /** Moves everything but the messages' counts into the past. */
  hourLater: () => Promise<void>;
  linksTo: (pattern: RegExp) => number;
}

async function emailWorks(settings: Record<string, string> = {}): Promise<Scene> {
  const own = newDatabase();
  const smtp = await startFakeSmtp();
  const { db } = own;
  const { sendDue } = newSender(db, { ...smtp.settings, ...settings });
  return {
    db,
    smtp,
    async change({ userId }, email, ipAddress = "203.0.113.1") {
      const outcome = await changeEmail(db, { userId, email, ipAddress }, true);
      await sendDue();
      return outcome;
    },
    async hourLater() {
      await db
        .updateTable("email_verifications")
        .set({ requested_at: earlierBy(nowIso(), { hours: 1 }) })
        .execute();
      await letWindowsPass(db);
    },
    linksTo: (pattern) =>
      smtp
        .mails()
        .filter(
          ({ email, recipients }) =>
            email.subject?.startsWith("Confirm") && pattern.test(recipients[0]!),
        ).length,
    async [Symbol.asyncDispose]() {
      await smtp[Symbol.asyncDispose]();
      await own[Symbol.asyncDispose]();
    },
  };
}

const older = (db: Kysely<Database>) =>
  db
    .updateTable("users")
    .set({ created_at: earlierBy(nowIso(), { hours: 25 }) })
    .execute();

test("a new account can try three addresses on its first day, however often it changes its mind", async () => {
  await using scene = await emailWorks();
  const account = await newFamily(scene.db);
  for (let count = 0; count < 6; count += 1) {
    if (count % 3 === 0) await scene.hourLater();
    expect(await scene.change(account, `stranger-${count}@example.com`)).toBe("confirmation_sent");
  }
  expect(scene.linksTo(/./)).toBe(3);
  expect(await findWaitingAddress(scene.db, account)).toEqual({
    email: "stranger-5@example.com",
    state:
      "Not sent: a new account can only try a few numbers and addresses a day. Please try again tomorrow",
  });
});

test("confirmation links count against an account's daily emails to others", async () => {
  await using scene = await emailWorks({ EMAILS_A_DAY_TO_OTHERS: "4" });
  const account = await newFamily(scene.db);
  await older(scene.db);
  for (let count = 0; count < 6; count += 1) {
    if (count % 3 === 0) await scene.hourLater();
    await scene.change(account, `stranger-${count}@example.com`);
  }
  expect(scene.linksTo(/./)).toBe(4);
});

test("a mailbox gets three links a day, by any spelling, from any account, even a deleted one", async () => {
  await using scene = await emailWorks();
  await newFamily(scene.db);
  for (let count = 0; count < 5; count += 1) {
    await scene.hourLater();
    const account = await newFamily(scene.db);
    await scene.change(account, `Victim+${count}@example.com`.toLowerCase());
    await deleteAccount(scene.db, account.userId);
  }
  expect(scene.linksTo(/victim/)).toBe(3);
  const counted_at = earlierBy(nowIso(), { hours: 25 });
  await scene.db.updateTable("messages_to_others").set({ counted_at }).execute();
  await scene.hourLater();
  await scene.change(await newFamily(scene.db), "victim@example.com");
  expect(scene.linksTo(/victim/)).toBe(4);
});

test("a network changes five addresses an hour, with any number of accounts", async () => {
  await using scene = await emailWorks();
  const outcomes: string[] = [];
  for (let count = 0; count < 6; count += 1) {
    outcomes.push(await scene.change(await newFamily(scene.db), `stranger-${count}@example.com`));
  }
  expect(outcomes).toEqual([...Array<string>(5).fill("confirmation_sent"), "too_often"]);
  expect(
    await scene.change(await newFamily(scene.db), "stranger-7@example.com", "203.0.113.2"),
  ).toBe("confirmation_sent");
  expect(scene.linksTo(/./)).toBe(6);
});

test("a mailbox that opened a link is no stranger to its account", async () => {
  await using scene = await emailWorks();
  const account = await newFamily(scene.db);
  const home = "home@example.com";
  for (let count = 0; count < 5; count += 1) {
    await scene.hourLater();
    await scene.change(account, home);
    const { id } = await scene.db
      .selectFrom("email_verifications")
      .select("id")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    const token = linkToken(linkKey, "email-verification", id);
    expect(await confirmEmail(scene.db, { token, linkKey, knownUserIds: [account.userId] })).toBe(
      "confirmed",
    );
    await scene.db.updateTable("users").set({ email: "work@example.com" }).execute();
  }
  expect(scene.linksTo(/home/)).toBe(5);
});

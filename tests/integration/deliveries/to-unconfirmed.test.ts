import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { requestPasswordReset } from "#app/domain/accounts/credentials/password-reset.server.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import type { Database } from "#db/schema.ts";
import { startFakeSmtp } from "../../fakes/smtp.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newAskingFamily, newTask, sendRequest } from "../../support/messages/delegation.ts";
import { addDueReminder, newSender } from "../../support/messages/deliveries.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";

/** After Mila's owner, whose address needs no confirmation. */
async function newcomer(db: Kysely<Database>, email: string): Promise<TestFamily> {
  await newFamily(db);
  return newcomerAgain(db, email);
}

async function newcomerAgain(db: Kysely<Database>, email: string): Promise<TestFamily> {
  const family = await newFamily(db);
  await db.updateTable("users").set({ email }).where("id", "=", family.userId).execute();
  await db.updateTable("user_preferences").set({ email_enabled: 1 }).execute();
  return family;
}

async function remindOften(db: Kysely<Database>, family: TestFamily, times: number) {
  for (let count = 0; count < times; count += 1)
    await addDueReminder(db, family, { channel: "email" });
}

test("an account that nobody has confirmed gets ten emails a day, until it is", async () => {
  await using own = newDatabase();
  await using smtp = await startFakeSmtp();
  const { sendDue } = newSender(own.db, smtp.settings);
  const family = await newcomer(own.db, "victim@example.com");
  await remindOften(own.db, family, 12);
  await sendDue();
  expect(smtp.mails()).toHaveLength(10);
  const refused = own.db.selectFrom("deliveries").select("reason").where("state", "=", "cancelled");
  expect(await refused.execute()).toEqual([
    { reason: "unconfirmed_email" },
    { reason: "unconfirmed_email" },
  ]);
  await requestPasswordReset(own.db, { email: "victim@example.com", ipAddress: "203.0.113.1" });
  await sendDue();
  expect(smtp.mails()).toHaveLength(10);

  await own.db.updateTable("users").set({ email_verified_at: nowIso() }).execute();
  await remindOften(own.db, family, 2);
  await sendDue();
  expect(smtp.mails()).toHaveLength(12);
});

test("a stranger's mailbox gets them by any spelling from any account, and more a day later", async () => {
  await using own = newDatabase();
  await using smtp = await startFakeSmtp();
  const { sendDue } = newSender(own.db, smtp.settings);
  const first = await newcomer(own.db, "victim+1@example.com");
  await remindOften(own.db, first, 6);
  await sendDue();
  await deleteAccount(own.db, first.userId);
  const second = await newcomerAgain(own.db, "victim+2@example.com");
  await remindOften(own.db, second, 6);
  await sendDue();
  expect(smtp.mails()).toHaveLength(10);

  const counted_at = earlierBy(nowIso(), { hours: 25 });
  await own.db.updateTable("messages_to_others").set({ counted_at }).execute();
  await remindOften(own.db, second, 1);
  await sendDue();
  expect(smtp.mails()).toHaveLength(11);
});

test("Mila's first account needs no confirmation, and uses up nothing of what it can send to others", async () => {
  await using own = newDatabase();
  await using smtp = await startFakeSmtp();
  const { sendDue } = newSender(own.db, {
    ...smtp.settings,
    EMAILS_A_DAY_TO_OTHERS: "1",
    EMAILS_A_DAY_A_HOUSEHOLD: "1",
  });
  const nora = await newAskingFamily(own.db);
  await own.db.updateTable("user_preferences").set({ email_enabled: 1, sms_enabled: 0 }).execute();
  await remindOften(own.db, nora, 11);
  await sendDue();
  const member = await newFamily(own.db);
  await own.db.updateTable("household_members").set({ household_id: nora.householdId }).execute();
  await own.db.updateTable("user_preferences").set({ email_enabled: 1, sms_enabled: 0 }).execute();
  await remindOften(own.db, { ...member, householdId: nora.householdId }, 3);
  await sendDue();
  await sendRequest(own.db, nora, await newTask(own.db, nora), nora.sam, "email");
  await sendDue();
  expect(smtp.mails()).toHaveLength(15);
});

test("all unconfirmed addresses together get what FIRST_MESSAGES_A_DAY allows", async () => {
  await using own = newDatabase();
  await using smtp = await startFakeSmtp();
  const { sendDue } = newSender(own.db, { ...smtp.settings, FIRST_MESSAGES_A_DAY: "3" });
  await remindOften(own.db, await newcomer(own.db, "one@example.com"), 2);
  await remindOften(own.db, await newcomerAgain(own.db, "two@example.com"), 2);
  await sendDue();
  expect(smtp.mails()).toHaveLength(3);
  const refused = own.db.selectFrom("deliveries").select("reason").where("state", "=", "cancelled");
  expect(await refused.execute()).toEqual([{ reason: "instance_limit" }]);
});

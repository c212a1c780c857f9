import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { ask } from "#app/domain/delegation/asking/ask.server.ts";
import { findDelegate } from "#app/domain/delegation/asking/delegates.server.ts";
import { findDashboardAlerts } from "#app/domain/pages/delivery-alerts.server.ts";
import { notificationSettings } from "#app/domain/preferences/input.ts";
import { saveNotificationSettings } from "#app/domain/preferences/notification-settings.server.ts";
import { confirmNumber } from "#app/domain/preferences/phone-code/confirm-number.server.ts";
import { listChannels } from "#app/domain/preferences/channel-list.server.ts";
import type { Database } from "#db/schema.ts";
import { startFakePostmark } from "../../fakes/postmark.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { addRequest, readDelegationStatus } from "../../support/messages/by-text.ts";
import { newAskingFamily, newTask, phones } from "../../support/messages/delegation.ts";
import { addDueReminder, linkKey, newSender } from "../../support/messages/deliveries.ts";
import { talk } from "../../support/messages/talk.ts";
import { confirmedPhone } from "../../support/people/confirmed-phone.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { giveAccount } from "../../support/records/people.ts";

const number = phones.sam;

/** Sam had the number, and Otto confirms it by the code that is texted there. */
async function numberChangesHands() {
  const own = newDatabase();
  const [twilio, postmark] = [await startFakeTwilio(), await startFakePostmark()];
  const { db } = own;
  const [nora, sam, otto] = [await newAskingFamily(db), await newFamily(db), await newFamily(db)];
  const had = { ...confirmedPhone(number), sms_enabled: 1 as const, email_enabled: 1 as const };
  await db.updateTable("user_preferences").set(had).where("user_id", "=", sam.userId).execute();
  const { sendDue } = newSender(db, { ...twilio.settings, ...postmark.settings });
  const texts = () => twilio.messages().flatMap(({ to, body }) => (to === number ? body : []));
  const takeNumber = async () => {
    const settings = notificationSettings.parse({ phoneNumber: number, smsEnabled: "on" });
    await saveNotificationSettings(db, otto.userId, settings, { isSetUp: () => true });
    await sendDue();
    const code = /Mila: (\d{6}) is your code/.exec(texts().join())?.[1] ?? "";
    expect(await confirmNumber(db, { userId: otto.userId, linkKey }, code)).toBe("confirmed");
    await sendDue();
  };
  return {
    db,
    nora,
    sam,
    otto,
    sendDue,
    texts,
    takeNumber,
    emails: () =>
      postmark.emails().map(({ message: { To, Subject } }) => ({ to: To, subject: Subject })),
    async [Symbol.asyncDispose]() {
      await twilio[Symbol.asyncDispose]();
      await postmark[Symbol.asyncDispose]();
      await own[Symbol.asyncDispose]();
    },
  };
}

async function linkSam(db: Kysely<Database>, memberId: string, userId: string): Promise<void> {
  await giveAccount(db, memberId, userId);
}

test("the account that had a number is told on its page and by its next way, and its texts stop", async () => {
  await using scene = await numberChangesHands();
  const { db, sam, otto, sendDue, texts, takeNumber, emails } = scene;
  await addDueReminder(db, sam, {
    title: "Water the ferns",
    dueAt: new Date(Date.now() + 1_000).toISOString(),
  });
  await takeNumber();
  expect(emails()).toEqual([
    { to: `${sam.userId}@example.com`, subject: "Your number is now another account's" },
  ]);
  const alerts = await findDashboardAlerts(db, sam, () => true);
  expect(alerts.map(({ text }) => text)).toContain(
    "Someone else's account confirmed your phone number, so I text you nothing there.",
  );
  const ways = await listChannels(db, sam.userId, { isSetUp: () => true, canPush: false });
  expect(ways.find(({ channel }) => channel === "sms")?.state).toBe(
    "Off: your number is another account's now",
  );

  await db.updateTable("deliveries").set({ not_before: "2001-01-01T00:00:00.000Z" }).execute();
  // It moves to the next way first.
  for (let times = 0; times < 2; times += 1) await sendDue();
  expect(emails()).toHaveLength(2);
  await addDueReminder(db, otto, { title: "Call the vet" });
  await sendDue();
  expect(texts().filter((text) => !text.includes("is your code"))).toEqual([
    expect.stringContaining("Call the vet"),
  ]);
});

test("who has the number now answers no request to the account that had it", async () => {
  await using scene = await numberChangesHands();
  const { db, nora, sam, otto, takeNumber } = scene;
  // Nora wrote the number down as her husband's, who has his own account.
  await linkSam(db, nora.sam, sam.userId);
  const before = await addRequest(db, nora);
  await takeNumber();
  expect(await talk(db, "YES", { from: number })).toBeNull();
  expect(await readDelegationStatus(db, before)).toBe("pending");
  expect((await findDelegate(db, nora, nora.sam))?.phone).toBeNull();

  const other = await newAskingFamily(db);
  await linkSam(db, other.sam, otto.userId);
  const ottos = await addRequest(db, other, "Call the vet");
  expect(await talk(db, "YES", { from: number })).toContain("Thank you.");
  expect([await readDelegationStatus(db, before), await readDelegationStatus(db, ottos)]).toEqual([
    "pending",
    "accepted",
  ]);
});

test("family without an account share a number, and a reply is asked which request it answers", async () => {
  await using scene = await numberChangesHands();
  const { db, nora, takeNumber } = scene;
  await takeNumber();
  await db.updateTable("people").set({ phone: number }).where("id", "=", nora.alex).execute();
  await addRequest(db, nora);
  const taskId = await newTask(db, nora, "Call the vet");
  await ask(db, nora, { taskId, familyMemberId: nora.alex, method: "sms" });
  expect(await talk(db, "YES", { from: number })).toContain("Which one? Reply YES 1 to YES 2.");
});

import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { findDashboardAlerts } from "#app/domain/pages/delivery-alerts.server.ts";
import { notificationSettings, type TextChannel } from "#app/domain/preferences/input.ts";
import { saveNotificationSettings } from "#app/domain/preferences/notification-settings.server.ts";
import { confirmNumber } from "#app/domain/preferences/phone-code/confirm-number.server.ts";
import { requestNewCode } from "#app/domain/preferences/phone-code/request-code.server.ts";
import { viewWaitingNumber } from "#app/domain/preferences/phone-code/waiting-number.server.ts";
import { findPreferences } from "#app/domain/preferences/preferences.server.ts";
import { sendTest } from "#app/domain/preferences/send-test.server.ts";
import { tickReminders } from "#app/domain/reminders/tick-reminders.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { type FakeTwilio, startFakeTwilio } from "../../fakes/twilio.ts";
import { newDatabase } from "../../support/records/database.ts";
import { addDueReminder, linkKey, newSender } from "../../support/messages/deliveries.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";

const number = "+12015550123";
const allSetUp = { isSetUp: () => true };

interface Scene extends AsyncDisposable {
  db: Kysely<Database>;
  nora: TestFamily;
  twilio: FakeTwilio;
  sendDue: () => Promise<void>;
  save: (phoneNumber: string) => Promise<unknown>;
  confirm: (code: string, now?: string) => Promise<string>;
  newestCode: () => string;
  texts: (to?: string) => string[];
}

/** Nora has saved her number, and its code went out. */
async function numberSaved(): Promise<Scene> {
  const own = newDatabase();
  const twilio = await startFakeTwilio();
  const { db } = own;
  const nora = await newFamily(db);
  const { sendDue } = newSender(db, twilio.settings);
  const texts = (to = number) =>
    twilio.messages().flatMap((text) => (text.to === to ? text.body : []));
  const save = (phoneNumber: string) =>
    saveNotificationSettings(
      db,
      nora.userId,
      notificationSettings.parse({ phoneNumber, ...(phoneNumber && { smsEnabled: "on" }) }),
      allSetUp,
    );
  await save(number);
  await sendDue();
  return {
    db,
    nora,
    twilio,
    sendDue,
    save,
    texts,
    confirm: (code, now) => confirmNumber(db, { userId: nora.userId, linkKey }, code, now),
    newestCode: () =>
      /Mila: (\d{6}) is your code/.exec(twilio.messages().at(-1)?.body ?? "")?.[1] ?? "",
    async [Symbol.asyncDispose]() {
      await twilio[Symbol.asyncDispose]();
      await own[Symbol.asyncDispose]();
    },
  };
}

const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

test("a number of one's own gets nothing but its code until that is typed in", async () => {
  await using scene = await numberSaved();
  const { db, nora, sendDue, texts } = scene;
  expect(texts()).toEqual([
    expect.stringMatching(/^Mila: \d{6} is your code\..*\/preferences\/notifications\/code$/),
  ]);
  await addDueReminder(db, nora);
  await db.updateTable("reminders").set({ status: "pending" }).execute();
  await tickReminders(db, nowIso());
  await sendDue();
  expect(await sendTest(db, nora.userId, "sms")).toBe("unconfirmed");
  expect(texts()).toHaveLength(1);
  const reasons = await db
    .selectFrom("deliveries")
    .select("reason")
    .where("kind", "=", "reminder")
    .execute();
  expect(reasons).toEqual([{ reason: "unconfirmed" }]);
  const alerts = () => findDashboardAlerts(db, { userId: nora.userId }, () => true);
  expect(await alerts()).toMatchObject([{ text: "(201) 555-0123 is waiting for its code." }]);

  expect(await scene.confirm(scene.newestCode())).toBe("confirmed");
  expect(await findPreferences(db, nora.userId)).toMatchObject({
    phone_number: number,
    sms_enabled: 1,
  });
  expect(await alerts()).toEqual([]);
  await addDueReminder(db, nora, { title: "Pick up Emma" });
  await sendDue();
  expect(texts()).toEqual([expect.any(String), expect.stringContaining("Pick up Emma")]);
});

test("reminders go by email while the number waits, if email is on", async () => {
  await using scene = await numberSaved();
  const { db, nora } = scene;
  await db.updateTable("user_preferences").set({ email_enabled: 1 }).execute();
  await addDueReminder(db, nora);
  await db.deleteFrom("deliveries").where("kind", "=", "reminder").execute();
  await db.updateTable("reminders").set({ status: "pending" }).execute();
  await tickReminders(db, nowIso());
  const rows = await db
    .selectFrom("deliveries")
    .select("channel")
    .where("kind", "=", "reminder")
    .execute();
  expect(rows).toEqual([{ channel: "email" }]);
});

test("a code takes five tries, and a new one is needed after that", async () => {
  await using scene = await numberSaved();
  const code = scene.newestCode();
  for (let count = 1; count < 5; count += 1) expect(await scene.confirm(other(code))).toBe("wrong");
  expect(await scene.confirm(other(code))).toBe("too_many");
  expect(await scene.confirm(code)).toBe("too_many");

  const later = laterBy(nowIso(), { seconds: 61 });
  expect(await requestNewCode(scene.db, scene.nora.userId, "sms")).toBe("too soon");
  expect(await requestNewCode(scene.db, scene.nora.userId, "sms", later)).toBe("on its way");
  await scene.db
    .updateTable("deliveries")
    .set({ not_before: nowIso() })
    .where("state", "=", "ready")
    .execute();
  await scene.sendDue();
  expect(await scene.confirm(code)).toBe("wrong");
  expect(await scene.confirm(scene.newestCode())).toBe("confirmed");
});

test("a code expires, and one that never went out cannot be guessed", async () => {
  await using scene = await numberSaved();
  const code = scene.newestCode();
  expect(await scene.confirm(code, laterBy(nowIso(), { minutes: 15 }))).toBe("expired");
  await scene.db.updateTable("deliveries").set({ state: "cancelled" }).execute();
  expect(await scene.confirm(code)).toBe("wrong");
});

test("a changed number waits for a code again, the same one does not", async () => {
  await using scene = await numberSaved();
  const first = scene.newestCode();
  expect(await scene.confirm(first)).toBe("confirmed");
  await scene.save("(201) 555-0123");
  await scene.sendDue();
  expect(await scene.confirm(first)).toBe("nothing");
  expect(scene.twilio.messages()).toHaveLength(1);

  await scene.save("(201) 555-0124");
  await scene.sendDue();
  expect(scene.texts("+12015550124")).toEqual([expect.stringContaining("is your code")]);
  expect(await scene.confirm(first)).toBe("wrong");
  await scene.save("(201) 555-0123");
  expect((await findPreferences(scene.db, scene.nora.userId)).phone_confirmed_at).toBeNull();
});

test("codes count against the limits: a stranger gets three a day, whoever claims the number", async () => {
  await using scene = await numberSaved();
  for (let count = 0; count < 5; count += 1) {
    const { userId } = await newFamily(scene.db);
    const chosen = notificationSettings.parse({ phoneNumber: number, smsEnabled: "on" });
    await saveNotificationSettings(scene.db, userId, chosen, allSetUp);
    await scene.sendDue();
  }
  expect(scene.texts()).toHaveLength(3);
  for (const end of [4, 5, 6, 7]) {
    await scene.save(`+1201555012${end}`);
    await scene.sendDue();
  }
  expect(scene.twilio.messages()).toHaveLength(5);
  const refused = scene.db
    .selectFrom("deliveries")
    .select("reason")
    .where("state", "=", "cancelled");
  expect((await refused.execute()).map(({ reason }) => reason)).toEqual([
    "recipient_limit",
    "recipient_limit",
    "recipient_limit",
    "new_account_limit",
    "new_account_limit",
  ]);
});

test.for<[string[], TextChannel[], TextChannel]>([
  [["smsEnabled", "whatsappEnabled"], ["sms", "whatsapp"], "sms"],
  [["smsEnabled", "whatsappEnabled"], ["whatsapp"], "whatsapp"],
  [["whatsappEnabled"], ["sms", "whatsapp"], "whatsapp"],
  [["smsEnabled"], ["whatsapp"], "sms"],
  [[], ["whatsapp"], "whatsapp"],
  [["smsEnabled", "whatsappEnabled"], [], "sms"],
])("with %j on and %j set up, the code goes by %s", async ([on, setUp, channel]) => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db);
  const chosen = notificationSettings.parse({
    phoneNumber: number,
    ...Object.fromEntries(on.map((name) => [name, "on"])),
  });
  const isSetUp = (one: TextChannel) => setUp.includes(one);
  await saveNotificationSettings(own.db, userId, chosen, { isSetUp });
  const codes = own.db.selectFrom("deliveries").select("channel").where("kind", "=", "phone_code");
  expect(await codes.execute()).toEqual([{ channel }]);
  expect(await viewWaitingNumber(own.db, { userId, timeZone: "UTC" }, isSetUp)).toMatchObject({
    channels: setUp,
  });
});

test("the code is nowhere in the database", async () => {
  await using scene = await numberSaved();
  const dump = await Promise.all(
    (["deliveries", "phone_codes", "user_preferences", "messages_to_others"] as const).map(
      (table) => scene.db.selectFrom(table).selectAll().execute(),
    ),
  );
  const values = dump.flat().flatMap((row) => Object.values(row).map(String));
  expect(values.filter((value) => value === scene.newestCode())).toEqual([]);
  expect(values).toContain(number);
});

test("a number that its user confirmed once is no stranger to them", async () => {
  await using scene = await numberSaved();
  await scene.confirm(scene.newestCode());
  for (let count = 0; count < 4; count += 1) {
    await scene.save("");
    await scene.save(number);
    await scene.sendDue();
  }
  expect(scene.texts()).toHaveLength(5);
});

import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { ignoreMail } from "#app/domain/mail/act-on-mail.server.ts";
import { pasted, takeMail } from "#app/domain/mail/mails.server.ts";
import { parseAnyMail } from "#app/domain/mail/reading/parse-mail.server.ts";
import { saveReminderPreferences } from "#app/domain/reminders/reminder-preferences.server.ts";
import { schoolMailType } from "#app/domain/summary/messages/school-mail.server.ts";
import type { Database } from "#db/schema.ts";
import { mailOf } from "../../support/mail-server/mail-of.ts";
import { newBob } from "../../support/people/leaving-member.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";
import { readerSettings } from "../../support/mails/reader-settings.ts";

const encryptionKey = Buffer.alloc(32, 7).toString("base64url");
const timeZone = "America/New_York";

const remind = (db: Kysely<Database>, { userId }: TestFamily, isWanted: 0 | 1 = 1) =>
  db
    .updateTable("user_preferences")
    .set({ school_mail_enabled: isWanted })
    .where("user_id", "=", userId)
    .execute();

async function receive(db: Kysely<Database>, family: TestFamily, words: string, now: string) {
  const mail = await parseAnyMail(Buffer.from(mailOf({ words })));
  const taken = await takeMail(
    db,
    { ...family, timeZone },
    mail,
    readerSettings(encryptionKey),
    now,
  );
  if ("refused" in taken) throw new Error(taken.refused);
  return taken.id;
}

const planned = (db: Kysely<Database>) =>
  db
    .selectFrom("deliveries")
    .selectAll()
    .where("kind", "=", "school_mail")
    .orderBy("not_before")
    .execute();

async function preparedOf(db: Kysely<Database>) {
  const deliveries = await planned(db);
  const instance = { origin: "https://mila.example.com", timeZone: "UTC" };
  const prepared = await db
    .transaction()
    .execute((trx) =>
      schoolMailType.prepare(trx, deliveries as never, instance as never, "2041-06-01T22:00:00Z"),
    );
  return deliveries.map(({ id }) => prepared.get(id));
}

// 11 AM and 7 PM in New York.
const [morning, night] = ["2041-06-01T15:00:00.000Z", "2041-06-01T23:00:00.000Z"];

test("those who want it are reminded in the evening of mails that wait, once a day", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newFamily(db, {}, timeZone);
  await newBob(db, nora);
  await remind(db, nora);
  await receive(db, nora, "slip", morning);
  await receive(db, nora, "form", morning);
  await receive(db, nora, "bill", night);
  expect((await planned(db)).map(({ user_id, not_before }) => [user_id, not_before])).toEqual([
    [nora.userId, "2041-06-01T22:00:00.000Z"],
    [nora.userId, "2041-06-02T22:00:00.000Z"],
  ]);
  const [first] = await preparedOf(db);
  expect(first).toMatchObject({
    message: {
      email: {
        subject: "3 school mails wait for you",
        button: { url: "https://mila.example.com/mail" },
      },
    },
  });
});

test("a reminder that is switched on later is of the mails that wait already", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newFamily(db, {}, timeZone);
  await receive(db, nora, "slip", morning);
  const chosen = { reminderTwoDaysBefore: false, reminderOneHourBefore: false };
  const wanted = { ...chosen, dailySummaryEnabled: false, schoolMailEnabled: true };
  await saveReminderPreferences(db, { ...nora, timeZone }, wanted, morning);
  expect((await planned(db)).map(({ not_before }) => not_before)).toEqual([
    "2041-06-01T22:00:00.000Z",
  ]);
});

test("nobody is reminded of what is done, unwanted, or their own pasting", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newFamily(db, {}, timeZone);
  await receive(db, nora, "slip", morning);
  expect(await planned(db)).toEqual([]);
  await remind(db, nora);
  const text = "Please return the coat by June 10, 2041.";
  await takeMail(db, { ...nora, timeZone }, pasted(text), readerSettings(encryptionKey), morning);
  expect(await planned(db)).toEqual([]);
  await receive(db, nora, "form", morning);
  const mails = await db.selectFrom("mails").select("id").execute();
  for (const { id } of mails) await ignoreMail(db, nora, id);
  expect(await preparedOf(db)).toEqual([{ cancelled: "nothing_to_say" }]);
  await remind(db, nora, 0);
  await receive(db, nora, "bill", morning);
  expect(await preparedOf(db)).toMatchObject([{ cancelled: "not_wanted" }]);
});

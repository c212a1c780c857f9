import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { addFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import { invite } from "#app/domain/people/invitations/invitations.server.ts";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import { removeAccounts } from "#app/domain/lifecycle/remove-accounts.server.ts";
import { countedQuery, inAllQuery } from "#app/domain/outbox/others/limits-to-others.server.ts";
import { recipientOf } from "#app/domain/outbox/others/recipient.server.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { startFakeSmtp } from "../../fakes/smtp.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { textMila } from "../../support/messages/by-text.ts";
import { newDatabase } from "../../support/records/database.ts";
import {
  answerAs,
  type AskingFamily,
  newAskingFamily,
  newTask,
  phones,
  sendRequest,
} from "../../support/messages/delegation.ts";
import {
  addDueReminder,
  linkKey,
  newFamilyWithPhone,
  newSender,
} from "../../support/messages/deliveries.ts";
import { giveAccount } from "../../support/records/people.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

type Method = "sms" | "email";

const ask = async (db: Kysely<Database>, nora: AskingFamily, method: Method = "sms") =>
  sendRequest(db, nora, await newTask(db, nora), nora.sam, method);

async function askOften(
  db: Kysely<Database>,
  families: AskingFamily[],
  times: number,
  method?: Method,
) {
  for (const family of families)
    for (let count = 0; count < times; count += 1) await ask(db, family, method);
}

const reach = (db: Kysely<Database>, id: string, to: { phone?: string; email?: string }) =>
  db.updateTable("people").set(to).where("id", "=", id).execute();

async function countReasons(db: Kysely<Database>): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom("deliveries")
    .select(["state", "reason"])
    .where("kind", "=", "delegation_request")
    .execute();
  const groups = Map.groupBy(rows, ({ state, reason }) => reason ?? state);
  return Object.fromEntries([...groups].map(([reason, some]) => [reason, some.length]));
}

test("three new accounts send a stranger three texts in a day, and a fourth account none", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const { sendDue } = newSender(own.db, twilio.settings);
  const accounts = [
    await newAskingFamily(own.db),
    await newAskingFamily(own.db),
    await newAskingFamily(own.db),
  ];
  await askOften(own.db, accounts, 10);
  await sendDue();
  expect(twilio.messages().map(({ to }) => to)).toEqual([phones.sam, phones.sam, phones.sam]);
  expect(await countReasons(own.db)).toEqual({ sent: 3, recipient_limit: 27 });

  for (const { userId } of accounts) await deleteAccount(own.db, userId);
  await removeAccounts(own.db);
  await ask(own.db, await newAskingFamily(own.db));
  await sendDue();
  expect(await countReasons(own.db)).toEqual({ recipient_limit: 1 });

  const counted_at = earlierBy(nowIso(), { hours: 25 });
  await own.db.updateTable("messages_to_others").set({ counted_at }).execute();
  await ask(own.db, await newAskingFamily(own.db));
  await sendDue();
  expect(twilio.messages()).toHaveLength(4);
});

test("a stranger gets three emails in a day, by any spelling of the address", async () => {
  await using own = newDatabase();
  await using smtp = await startFakeSmtp();
  const { sendDue } = newSender(own.db, smtp.settings);
  const nora = await newAskingFamily(own.db);
  for (let count = 0; count < 15; count += 1) {
    await reach(own.db, nora.sam, { email: `sam+${count}@example.com` });
    await ask(own.db, nora, "email");
    await sendDue();
  }
  expect(await countReasons(own.db)).toEqual({ sent: 3, recipient_limit: 12 });
});

test("a new account writes to three people, and to more once they answer or after a day", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const { sendDue } = newSender(own.db, twilio.settings);
  const nora = await newAskingFamily(own.db);
  const askAt = async (phone: string) => {
    await reach(own.db, nora.sam, { phone });
    await ask(own.db, nora);
    await sendDue();
  };
  for (const end of [1, 2, 3, 4]) await askAt(`+1201555012${end}`);
  expect(await countReasons(own.db)).toEqual({ sent: 3, new_account_limit: 1 });
  await reach(own.db, nora.sam, { phone: "+12015550121" });
  await textMila(own.db, "yes", "+12015550121");
  expect(await textMila(own.db, "YES 4", "+12015550121")).toContain("Thank you.");
  await askAt("+12015550125");
  expect(await countReasons(own.db)).toEqual({ sent: 4, new_account_limit: 1 });
  await askAt("+12015550126");
  expect(await countReasons(own.db)).toEqual({ sent: 4, new_account_limit: 2 });
  await own.db
    .updateTable("users")
    .set({ created_at: earlierBy(nowIso(), { hours: 25 }) })
    .execute();
  await askAt("+12015550127");
  expect(await countReasons(own.db)).toEqual({ sent: 5, new_account_limit: 2 });
});

test("counts have a keyed hash of a number or an address, and nothing to guess it by", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  await using smtp = await startFakeSmtp();
  const { sendDue } = newSender(own.db, { ...twilio.settings, ...smtp.settings });
  const nora = await newAskingFamily(own.db);
  await ask(own.db, nora, "email");
  await ask(own.db, nora);
  await sendDue();
  await textMila(own.db, "yes");
  const counts = await own.db.selectFrom("messages_to_others").selectAll().execute();
  const answered = await own.db.selectFrom("answered_senders").selectAll().execute();
  expect([counts.length, answered.length]).toEqual([2, 1]);
  const rows = JSON.stringify([counts, answered]);
  for (const to of [phones.sam, "sam@example.com"]) {
    expect(rows).not.toContain(to);
    expect(rows).toContain(recipientOf(linkKey, to));
    expect(rows).not.toContain(recipientOf("another key", to));
  }
});

test("whoever answers by text is no stranger to the sender, and still one to others", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const { sendDue } = newSender(own.db, twilio.settings);
  const [nora, other] = [await newAskingFamily(own.db), await newAskingFamily(own.db)];
  await ask(own.db, nora);
  await sendDue();
  await textMila(own.db, "yes");
  await askOften(own.db, [nora], 5);
  await askOften(own.db, [other], 5);
  await sendDue();
  expect(await countReasons(own.db)).toEqual({ sent: 8, recipient_limit: 3 });
});

test("an asker who answers for the stranger gains nothing", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const { sendDue } = newSender(own.db, twilio.settings);
  const nora = await newAskingFamily(own.db);
  const id = await ask(own.db, nora);
  await sendDue();
  await answerAs(own.db, id, "accept");
  // A number of the asker's own, from which they answer, and then the stranger's again.
  await reach(own.db, nora.sam, { phone: phones.nora });
  await ask(own.db, nora);
  await sendDue();
  await textMila(own.db, "yes", phones.nora);
  await reach(own.db, nora.sam, { phone: phones.sam });
  await askOften(own.db, [nora], 5);
  await sendDue();
  expect(twilio.messages().filter(({ to }) => to === phones.sam)).toHaveLength(3);
});

test("a member is no stranger at the address they confirmed", async () => {
  await using own = newDatabase();
  await using smtp = await startFakeSmtp();
  const { sendDue } = newSender(own.db, smtp.settings);
  const [nora, sam] = [await newAskingFamily(own.db), await newAskingFamily(own.db)];
  const email = "sam@example.com";
  await giveAccount(own.db, nora.sam, sam.userId);
  await own.db.updateTable("users").set({ email }).where("id", "=", sam.userId).execute();
  await askOften(own.db, [nora], 4, "email");
  await sendDue();
  expect(await countReasons(own.db)).toEqual({ sent: 3, recipient_limit: 1 });
  await own.db
    .updateTable("users")
    .set({ email_verified_at: nowIso() })
    .where("email", "=", email)
    .execute();
  await ask(own.db, nora, "email");
  await sendDue();
  expect(await countReasons(own.db)).toEqual({ sent: 4, recipient_limit: 1 });
});

test("several workers that claim at once keep to the limit", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  await askOften(own.db, [await newAskingFamily(own.db), await newAskingFamily(own.db)], 6);
  const rows = await own.db.selectFrom("deliveries").select("id").execute();
  const senders = Array.from({ length: 4 }, () => newSender(own.db, twilio.settings));
  await Promise.all(rows.map(({ id }, index) => senders[index % senders.length]!.deliver(id)));
  expect(await countReasons(own.db)).toEqual({ sent: 3, recipient_limit: 9 });
});

test("a message that is tried again counts once", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const { deliver, sendDue } = newSender(own.db, twilio.settings);
  const nora = await newAskingFamily(own.db);
  await ask(own.db, nora);
  for (let count = 0; count < 5; count += 1) {
    await own.db.updateTable("deliveries").set({ state: "ready" }).execute();
    for (const { id } of await own.db.selectFrom("deliveries").select("id").execute())
      await deliver(id);
  }
  await askOften(own.db, [nora], 3);
  await sendDue();
  expect(await countReasons(own.db)).toEqual({ sent: 3, recipient_limit: 1 });
});

test.for([
  ["FIRST_MESSAGES_A_DAY", "instance_limit"],
  ["EMAILS_A_DAY_TO_OTHERS", "limit"],
  ["EMAILS_A_DAY_A_HOUSEHOLD", "limit"],
] as const)("%s ends what is above it as %s", async ([setting, reason]) => {
  await using own = newDatabase();
  await using smtp = await startFakeSmtp();
  const { sendDue } = newSender(own.db, { ...smtp.settings, [setting]: "2" });
  await askOften(own.db, [await newAskingFamily(own.db)], 3, "email");
  await sendDue();
  expect(await countReasons(own.db)).toEqual({ sent: 2, [reason]: 1 });
});

test.for<[what: string, send: (db: Kysely<Database>, nora: AskingFamily) => Promise<unknown>]>([
  ["an invitation", (db, nora) => invite(db, nora, "guest@example.com", true)],
  [
    "a welcome",
    (db, nora) =>
      addFamilyMember(db, nora, {
        name: "Kim",
        relation: "parent",
        phone: null,
        email: "kim@example.com",
      }),
  ],
])("%s counts as an email to others", async ([, send]) => {
  await using own = newDatabase();
  await using smtp = await startFakeSmtp();
  const { sendDue } = newSender(own.db, { ...smtp.settings, EMAILS_A_DAY_TO_OTHERS: "1" });
  const nora = await newAskingFamily(own.db);
  await send(own.db, nora);
  await sendDue();
  expect(smtp.mails()).toHaveLength(1);
  await ask(own.db, nora, "email");
  await sendDue();
  expect(await countReasons(own.db)).toEqual({ limit: 1 });
});

test("a household's emails count when the member who sent them is gone", async () => {
  await using own = newDatabase();
  await using smtp = await startFakeSmtp();
  const { sendDue } = newSender(own.db, { ...smtp.settings, EMAILS_A_DAY_A_HOUSEHOLD: "2" });
  const nora = await newAskingFamily(own.db);
  await askOften(own.db, [nora], 2, "email");
  await sendDue();
  await own.db.updateTable("messages_to_others").set({ user_id: "deleted" }).execute();
  await ask(own.db, nora, "email");
  await sendDue();
  expect(await countReasons(own.db)).toEqual({ sent: 2, limit: 1 });
});

test.skipIf(skippedOnPostgres.plans)(
  "counting a batch's messages to others uses indexes",
  async () => {
    await using own = newDatabase();
    const keys = Array.from({ length: 50 }, (_, index) => `key ${index}`);
    const asked = keys.map((key) => ({ recipient: key, user_id: key, household_id: key }));
    const counted = JSON.stringify(
      await countedQuery(own.db, asked, nowIso()).explain(undefined, sql`query plan`),
    );
    for (const name of ["recipient=?", "user_id=?", "household_id=?"]) {
      expect(counted).toContain(`(${name} AND counted_at>? AND counted_at<?)`);
    }
    const inAll = JSON.stringify(
      await inAllQuery(own.db, nowIso()).explain(undefined, sql`query plan`),
    );
    expect(inAll).toContain("messages_to_others_first (counted_at>? AND counted_at<?)");
    expect(inAll).toContain("(user_id=? AND counted_at>? AND counted_at<?)");
  },
);

test("a batch without messages to others asks nothing about them", async () => {
  await using own = newDatabase();
  const queries: string[] = [];
  const db = own.db.withPlugin({
    transformQuery: ({ node }) => (queries.push(JSON.stringify(node)), node),
    transformResult: async ({ result }) => result,
  });
  await using twilio = await startFakeTwilio();
  await addDueReminder(db, await newFamilyWithPhone(db));
  await newSender(db, twilio.settings).sendDue();
  expect(twilio.messages()).toHaveLength(1);
  expect(queries.filter((query) => /messages_to_others|answered_senders/.test(query))).toEqual([]);
});

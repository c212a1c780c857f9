import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { acceptInvitation } from "#app/domain/lifecycle/accept-invitation.server.ts";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import { dropSealed } from "#app/domain/lifecycle/drop-sealed.server.ts";
import { removeAccounts } from "#app/domain/lifecycle/remove-accounts.server.ts";
import { addFromMail } from "#app/domain/mail/act-on-mail.server.ts";
import { findOrigin, listMails, pasted, takeMail } from "#app/domain/mail/mails.server.ts";
import { chooseSender } from "#app/domain/mail/senders.server.ts";
import type { Database } from "#db/schema.ts";
import { unknownMail } from "#app/domain/mail/reading/parse-mail.server.ts";
import { newBob, waysToLeave } from "../../support/people/leaving-member.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, newInvitation, type TestFamily } from "../../support/records/family.ts";
import { readerSettings } from "../../support/mails/reader-settings.ts";

const encryptionKey = Buffer.alloc(32, 7).toString("base64url");
const linkKey = "k".repeat(43);

const viewerOf = (family: TestFamily) => ({ ...family, timeZone: "America/New_York" });

async function take(db: Kysely<Database>, family: TestFamily, words: string): Promise<string> {
  const text = `Please return the ${words} by June 10, 2041.`;
  const taken = await takeMail(db, viewerOf(family), pasted(text), readerSettings(encryptionKey));
  if ("refused" in taken) throw new Error(taken.refused);
  return taken.id;
}

const titlesOf = async (db: Kysely<Database>, family: TestFamily) =>
  (await listMails(db, family, encryptionKey)).flatMap(({ things }) =>
    things.map(({ title }) => title),
  );

test.for(waysToLeave)(
  "a mail stays with the household when the person who pasted it %s",
  async ([, go]) => {
    await using own = newDatabase();
    const { db } = own;
    const nora = await newFamily(db);
    const bob = await newBob(db, nora);
    await take(db, bob, "slip");
    await go(db, nora, bob);
    expect(await titlesOf(db, nora)).toEqual(["Return the slip"]);
  },
);

test("two parents who add a mail's things in the same moment add them once", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newFamily(db);
  const bob = await newBob(db, nora);
  const mailId = await take(db, nora, "slip");
  const add = (family: TestFamily, requestId: string) => {
    const chosen = { mailId, things: [{ thing: 0 }], requestId };
    return addFromMail(db, viewerOf(family), chosen, encryptionKey);
  };
  const done = await Promise.all([add(nora, "noras"), add(bob, "bobs")]);
  expect(done).toMatchObject([{ titles: ["Return the slip"] }, { titles: [] }]);
  expect(await db.selectFrom("tasks").select("title").execute()).toHaveLength(1);
});

test("two scans with the same subject are two mails, and one that comes twice is one", async () => {
  await using own = newDatabase();
  const { db } = own;
  const viewer = viewerOf(await newFamily(db));
  const scan = { ...unknownMail, cannotBeRead: undefined, subject: "Letter", hasUnreadPart: true };
  const takeScan = (messageId: string) =>
    takeMail(db, viewer, { ...scan, messageId }, readerSettings(encryptionKey));
  expect(await takeScan("1@oak.example")).toMatchObject({ isNew: true });
  expect(await takeScan("2@oak.example")).toMatchObject({ isNew: true });
  expect(await takeScan("1@oak.example")).toMatchObject({ isNew: false });
});

test("the mails of a household that ends are gone with it", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newFamily(db);
  await take(db, nora, "slip");
  await deleteAccount(db, nora.userId);
  await removeAccounts(db);
  expect(await db.selectFrom("mails").select("id").execute()).toEqual([]);
});

test("two households that become one have both their mails, each once", async () => {
  await using own = newDatabase();
  const { db } = own;
  const [nora, sam] = [await newFamily(db), await newFamily(db)];
  await take(db, nora, "slip");
  await take(db, sam, "slip");
  const mailId = await take(db, sam, "book");
  const chosen = {
    mailId,
    things: [{ thing: 0 }],
    requestId: "0190a000-0000-7000-8000-000000000000",
  };
  await addFromMail(db, viewerOf(sam), chosen, encryptionKey);
  const { task_id } = await db.selectFrom("mail_tasks").selectAll().executeTakeFirstOrThrow();
  const invitation = await newInvitation(db, nora, `${sam.userId}@example.com`);
  const token = linkToken(linkKey, "invitation", invitation);
  expect(await acceptInvitation(db, sam.userId, { linkKey, token })).toBe("joined");
  expect((await titlesOf(db, nora)).toSorted()).toEqual(["Return the book", "Return the slip"]);
  expect(await findOrigin(db, task_id, encryptionKey)).toBe(
    "Please return the book by June 10, 2041.",
  );
  expect(await db.selectFrom("mail_tasks").select("mail_id").execute()).toEqual([
    { mail_id: mailId },
  ]);
});

test("a mail of both households keeps the task that one of them has made of it", async () => {
  await using own = newDatabase();
  const { db } = own;
  const [nora, sam] = [await newFamily(db), await newFamily(db)];
  const kept = await take(db, nora, "slip");
  const mailId = await take(db, sam, "slip");
  const chosen = { mailId, things: [{ thing: 0 }], requestId: "sams" };
  await addFromMail(db, viewerOf(sam), chosen, encryptionKey);
  await chooseSender(db, sam, { mailId, rule: "never" }, encryptionKey);
  const invitation = await newInvitation(db, nora, `${sam.userId}@example.com`);
  const token = linkToken(linkKey, "invitation", invitation);
  expect(await acceptInvitation(db, sam.userId, { linkKey, token })).toBe("joined");
  expect(await db.selectFrom("mail_tasks").select("mail_id").execute()).toEqual([
    { mail_id: kept },
  ]);
  const again = { mailId: kept, things: [{ thing: 0 }], requestId: "noras" };
  expect(await addFromMail(db, viewerOf(nora), again, encryptionKey)).toMatchObject({ titles: [] });
  expect(await db.selectFrom("mail_senders").select("rule").execute()).toEqual([]);
});

test("new keys remove the mails that they can't decrypt", async () => {
  await using own = newDatabase();
  const { db } = own;
  await take(db, await newFamily(db), "slip");
  expect(await db.transaction().execute(dropSealed)).toMatchObject({ mails: 1 });
  expect(await db.selectFrom("mails").select("id").execute()).toEqual([]);
});

test("the database alone tells neither who wrote a mail nor whether a guess is right", async () => {
  await using own = newDatabase();
  const { db } = own;
  const address = "office@oak.example";
  const text = "Please return the slip by June 10, 2041.";
  const mail = { ...pasted(text), sender: { name: "", address }, messageId: "<1@oak.example>" };
  await takeMail(db, viewerOf(await newFamily(db)), mail, readerSettings(encryptionKey));
  const rows = JSON.stringify(await db.selectFrom("mails").selectAll().execute());
  const guesses = [address, mail.messageId, "pleasereturntheslipbyjune102041"];
  for (const guess of guesses)
    expect(rows).not.toContain(createHash("sha256").update(guess).digest("base64url"));
  expect(rows).not.toContain(address);
});

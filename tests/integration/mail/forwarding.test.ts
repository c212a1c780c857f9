import { expect, test } from "vitest";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { writeFact } from "#app/domain/instance/facts.server.ts";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import { releaseAllSources } from "#app/domain/lifecycle/held-sources.server.ts";
import { holdRestored } from "#app/domain/lifecycle/hold-restored.server.ts";
import {
  endAddress,
  listAddresses,
  makeAddress,
  renewAddress,
} from "#app/domain/mail/forwarding/addresses.server.ts";
import { listMails, takeMail } from "#app/domain/mail/mails.server.ts";
import { countDroppedMails } from "#app/domain/mail/mailbox/inbox.server.ts";
import { createMailboxReader } from "#app/domain/mail/mailbox/read-mailboxes.server.ts";
import { parseAnyMail } from "#app/domain/mail/reading/parse-mail.server.ts";
import { newBob, waysToLeave } from "../../support/people/leaving-member.ts";
import { hasDovecot, password, startMailServer } from "../../support/mail-server/dovecot.ts";
import { mailOf } from "../../support/mail-server/mail-of.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";
import { readerSettings } from "../../support/mails/reader-settings.ts";

const encryptionKey = Buffer.alloc(32, 7).toString("base64url");
const timeZone = "America/New_York";
const around = { before: "mila+", after: "@example.com" };
const keys = { encryptionKey, around };

/** A mailbox that serves families, at a real IMAP server. */
async function withInbox() {
  const server = await startMailServer();
  const database = newDatabase();
  const { db } = database;
  const [host = "", port] = server.host.split(":");
  const mailbox = { host, port: Number(port), user: "mila", password, folder: "INBOX" };
  const settings = { ...readerSettings(encryptionKey), timeZone, trustedHosts: [server.host] };
  const reader = createMailboxReader(db, { ...settings, mailIn: { ...around, mailbox } });
  let time = nowIso();
  const addressesOf = async (family: TestFamily) => listAddresses(db, family, keys);
  const titlesOf = async (family: TestFamily) =>
    (await listMails(db, family, encryptionKey))
      .flatMap(({ things }) => things.map(({ title }) => title))
      .toSorted();
  return {
    db,
    server,
    addressesOf,
    titlesOf,
    newHome: async () => {
      const family = await newFamily(db);
      await makeAddress(db, family, encryptionKey);
      return { family, address: (await addressesOf(family))[0]!.address };
    },
    deliver: (to: string, mail: string) =>
      server.deliver("mila", "INBOX", `Delivered-To: ${to}\n${mail}`),
    read: async () => {
      await reader.read(time);
      time = laterBy(time, { hours: 1 });
    },
    [Symbol.asyncDispose]: async () => {
      reader.end();
      await database[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

test.runIf(hasDovecot)("each household gets the mails to its own address, once", async () => {
  await using inbox = await withInbox();
  const [nora, sam] = [await inbox.newHome(), await inbox.newHome()];
  expect(nora.address).not.toBe(sam.address);
  inbox.deliver(nora.address, mailOf({ words: "slip" }));
  inbox.deliver(sam.address.toUpperCase(), mailOf({ words: "form" }));
  await inbox.read();
  await inbox.read();
  expect(await inbox.titlesOf(nora.family)).toEqual(["Return the slip"]);
  expect(await inbox.titlesOf(sam.family)).toEqual(["Return the form"]);
  expect((await inbox.addressesOf(nora.family))[0]?.state).toMatch(/^The last mail came /);
  expect(inbox.server.list("mila", "INBOX").filter((name) => name.includes(",S"))).toEqual([]);
});

test.runIf(hasDovecot)("a mail to two households is there for both", async () => {
  await using inbox = await withInbox();
  const [nora, sam] = [await inbox.newHome(), await inbox.newHome()];
  const mail = mailOf({ words: "slip" });
  const both = `To: ${nora.address}, ${sam.address}`;
  inbox.server.deliver("mila", "INBOX", mail.replace("To: nora@example.com", both));
  await inbox.read();
  for (const { family } of [nora, sam])
    expect(await inbox.titlesOf(family)).toEqual(["Return the slip"]);
});

test.runIf(hasDovecot)("mails to addresses that nobody has are dropped and counted", async () => {
  await using inbox = await withInbox();
  const { family, address } = await inbox.newHome();
  inbox.deliver("mila@example.com", mailOf({ words: "bill" }));
  inbox.deliver(
    address.replace(/.@/, (end) => (end === "2@" ? "3@" : "2@")),
    mailOf({ words: "form" }),
  );
  // A sender or a subject with the address is no proof.
  inbox.deliver("mila@example.com", mailOf({ words: "coat", subject: `To: ${address}` }));
  inbox.deliver(address, mailOf({ words: "slip" }));
  await inbox.read();
  expect(await inbox.titlesOf(family)).toEqual(["Return the slip"]);
  expect(await countDroppedMails(inbox.db)).toBe(3);
});

test.runIf(hasDovecot)(
  "beyond 100 mails a day a household's are left out, and others come all the same",
  async () => {
    await using inbox = await withInbox();
    const [nora, sam] = [await inbox.newHome(), await inbox.newHome()];
    const viewer = { ...nora.family, timeZone };
    for (let count = 0; count < 100; count += 1) {
      const mail = await parseAnyMail(Buffer.from(mailOf({ words: `form ${count}` })));
      await takeMail(inbox.db, viewer, mail, readerSettings(encryptionKey));
    }
    inbox.deliver(nora.address, mailOf({ words: "bill" }));
    inbox.deliver(nora.address, mailOf({ words: "coat" }));
    inbox.deliver(sam.address, mailOf({ words: "slip" }));
    await inbox.read();
    expect(await inbox.titlesOf(sam.family)).toEqual(["Return the slip"]);
    expect((await inbox.addressesOf(nora.family))[0]?.state).toMatch(
      /^Too many mails came within a day, so I left out 2 mails from .+ on\.$/,
    );
  },
);

test.runIf(hasDovecot)("a new address ends the old one, and the page can turn it off", async () => {
  await using inbox = await withInbox();
  const { family, address } = await inbox.newHome();
  const [{ id } = { id: "" }] = await inbox.addressesOf(family);
  await renewAddress(inbox.db, family, id, encryptionKey);
  const [renewed] = await inbox.addressesOf(family);
  expect(renewed?.address).not.toBe(address);
  inbox.deliver(address, mailOf({ words: "bill" }));
  inbox.deliver(renewed!.address, mailOf({ words: "slip" }));
  await inbox.read();
  expect(await inbox.titlesOf(family)).toEqual(["Return the slip"]);
  await endAddress(inbox.db, family, id);
  inbox.deliver(renewed!.address, mailOf({ words: "form" }));
  await inbox.read();
  expect(await inbox.titlesOf(family)).toEqual(["Return the slip"]);
  expect(await countDroppedMails(inbox.db)).toBe(2);
});

test.runIf(hasDovecot)(
  "after a restore forwarded mails wait until Mila's owner says so",
  async () => {
    await using inbox = await withInbox();
    const { db } = inbox;
    const now = nowIso();
    const { family, address } = await inbox.newHome();
    await writeFact(db, "restored_backup", now);
    await holdRestored(db, { timeZone: "UTC", isSetUp: () => true }, laterBy(now, { minutes: 1 }));
    inbox.deliver(address, mailOf({ words: "slip" }));
    await inbox.read();
    expect(await inbox.titlesOf(family)).toEqual([]);
    expect((await inbox.addressesOf(family))[0]?.state).toContain("wait until Mila's owner");
    await releaseAllSources(db, now);
    await inbox.read();
    expect(await inbox.titlesOf(family)).toEqual(["Return the slip"]);
  },
);

test.for(waysToLeave)("an address ends when the person who made it %s", async ([, go]) => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newFamily(db);
  const bob = await newBob(db, nora);
  await makeAddress(db, bob, encryptionKey);
  await makeAddress(db, nora, encryptionKey);
  expect(await listAddresses(db, nora, keys)).toHaveLength(1);
  await go(db, nora, bob);
  expect(await listAddresses(db, nora, keys)).toEqual([]);
  await makeAddress(db, nora, encryptionKey);
  await deleteAccount(db, nora.userId);
  expect(await db.selectFrom("mail_addresses").select("id").execute()).toEqual([]);
});

import { expect, test } from "vitest";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { forgetMail } from "#app/domain/mail/act-on-mail.server.ts";
import { chooseSender } from "#app/domain/mail/senders.server.ts";
import { listMails, pasted, takeMail } from "#app/domain/mail/mails.server.ts";
import { addMailbox, removeMailbox } from "#app/domain/mail/mailbox/mailboxes.server.ts";
import { hasDovecot, password } from "../../support/mail-server/dovecot.ts";
import { mailOf } from "../../support/mail-server/mail-of.ts";
import { withMailbox } from "../../support/mail-server/with-mailbox.ts";
import { readerSettings } from "../../support/mails/reader-settings.ts";

test.runIf(hasDovecot)(
  "new mails of the folder are taken once, and stay unread in the mailbox",
  async () => {
    await using home = await withMailbox();
    home.deliver(mailOf({ words: "slip" }));
    home.server.deliver("nora", "INBOX", mailOf({ words: "bill" }));
    await home.read();
    expect(await home.titles()).toEqual(["Return the slip"]);
    expect(await home.state()).toMatch(/^Last read /);
    await home.readLater();
    home.deliver(mailOf({ words: "form" }));
    await home.readLater();
    expect(await home.titles()).toEqual(["Return the form", "Return the slip"]);
    expect(home.server.list("nora", "School").filter((name) => name.includes(",S"))).toEqual([]);
  },
);

test.runIf(hasDovecot)(
  "the first reading takes the last 14 days, and never what is older",
  async () => {
    await using home = await withMailbox();
    home.deliver(mailOf({ words: "old form" }), { daysAgo: 20 });
    await home.read();
    expect(await home.titles()).toEqual([]);
    await home.readLater();
    expect(await home.titles()).toEqual([]);
    home.deliver(mailOf({ words: "slip" }), { daysAgo: 12 });
    await home.readLater();
    expect(await home.titles()).toEqual(["Return the slip"]);
  },
);

test.runIf(hasDovecot)(
  "a mail that comes while nothing is read is there within seconds",
  async () => {
    await using home = await withMailbox();
    await home.read();
    home.deliver(mailOf({ words: "slip" }));
    await expect
      .poll(() => home.nextReadAt(), { timeout: 10_000 })
      .toSatisfy((at: string) => at < laterBy(nowIso(), { seconds: 10 }));
    await home.read(laterBy(nowIso(), { seconds: 10 }));
    expect(await home.titles()).toEqual(["Return the slip"]);
  },
);

test.runIf(hasDovecot)(
  "numbers that begin again, and moved mails, bring nothing twice",
  async () => {
    await using home = await withMailbox();
    const slip = home.deliver(mailOf({ words: "slip" }));
    await home.read();
    await home.server.renumber("nora");
    home.deliver(mailOf({ words: "form" }));
    await home.readLater();
    expect(await home.titles()).toEqual(["Return the form", "Return the slip"]);
    home.server.move("nora", slip, "School", "Archive");
    await home.readLater();
    home.server.move("nora", slip, "Archive", "School");
    await home.readLater();
    expect(await home.titles()).toEqual(["Return the form", "Return the slip"]);
  },
);

test.runIf(hasDovecot)("a mail that was pasted before does not come twice", async () => {
  await using home = await withMailbox();
  const { db, nora, encryptionKey } = home;
  const viewer = { ...nora, timeZone: "America/New_York" };
  await takeMail(db, viewer, pasted(`Trip\n\n${textOf("slip")}`), readerSettings(encryptionKey));
  home.deliver(mailOf({ words: "slip", subject: "Trip" }));
  await home.read();
  expect(await home.mailCount()).toBe(1);
});

test.runIf(hasDovecot)("the same words on another day are another mail", async () => {
  await using home = await withMailbox();
  const text = "Please bring swimming things tomorrow.";
  for (const daysAgo of [8, 1, 1]) home.deliver(mailOf({ text, daysAgo }));
  await home.read();
  expect(await home.mailCount()).toBe(2);
});

test.runIf(hasDovecot)("a mail without a Message-ID is not taken for a pasted one", async () => {
  await using home = await withMailbox();
  const text = "Thank you all for a lovely fair.";
  for (const daysAgo of [8, 1, 1]) home.deliver(mailOf({ text, daysAgo, hasId: false }));
  await home.read();
  const mails = await home.mails();
  expect(mails.map(({ state, isProven }) => [state, isProven])).toEqual([
    ["ignored", true],
    ["ignored", true],
  ]);
});

test.runIf(hasDovecot)("a mail whose words were deleted does not come back", async () => {
  await using home = await withMailbox();
  home.deliver(mailOf({ words: "slip" }));
  await home.read();
  const [mail] = await listMails(home.db, home.nora, home.encryptionKey);
  await forgetMail(home.db, home.nora, mail!.id, home.encryptionKey);
  await home.server.renumber("nora");
  await home.readLater();
  expect(await home.titles()).toEqual([]);
});

test.runIf(hasDovecot)("only texts and calendar files are fetched", async () => {
  await using home = await withMailbox();
  home.deliver(withAttachments);
  await home.read();
  expect(await home.titles()).toEqual(["Concert"]);
  expect((await home.mails())[0]).toMatchObject({ hasUnreadPart: true });
  const { text } = (await home.mails())[0]!;
  expect(text).toContain("See you there");
  expect(text).not.toContain("attached words");
});

test.runIf(hasDovecot)("a broken mail says so, and the next one is read", async () => {
  await using home = await withMailbox();
  const deep = Array.from(
    { length: 400 },
    (_, at) => `--b${at}\nContent-Type: multipart/mixed; boundary=b${at + 1}\n`,
  );
  home.deliver(
    `From: Oak <office@oak.example>
Subject: Deep
Message-ID: <deep@oak.example>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b0

${deep.join("\n")}`,
  );
  home.deliver(mailOf({ words: "slip" }));
  await home.read();
  expect(await home.titles()).toEqual(["Return the slip"]);
});

test.runIf(hasDovecot).for([
  [5, { subject: "The slip", sender: { name: "Oak School", address: "office@oak.example" } }],
  [6, { subject: "", sender: null }],
] as const)(
  "a mail at which Mila stopped %i times is read as far as that helps, and says so",
  async ([tries, header]) => {
    await using home = await withMailbox();
    home.deliver(mailOf({ words: "slip", subject: "The slip" }));
    home.deliver(mailOf({ words: "form" }));
    await home.set({ reading_uid: 2, reading_tries: tries });
    await home.read();
    expect(await home.titles()).toEqual(["Return the form"]);
    expect((await home.mails()).find(({ cannotBeRead }) => cannotBeRead)).toMatchObject({
      state: "waiting",
      things: [],
      ...header,
    });
  },
);

test.runIf(hasDovecot)(
  "mails with nothing to do are put away, and those with an attachment wait",
  async () => {
    await using home = await withMailbox();
    home.deliver(mailOf({ text: "Thank you all for a lovely fair." }));
    await home.read();
    expect((await home.mails()).map(({ state }) => state)).toEqual(["ignored"]);
  },
);

test.runIf(hasDovecot)("beyond 100 mails a day, the rest comes the next day", async () => {
  await using home = await withMailbox();
  for (let at = 0; at < 103; at += 1) home.deliver(mailOf({ text: `Thank you, class ${at}.` }));
  await home.read();
  await home.readLater();
  await home.readLater();
  expect(await home.mailCount()).toBe(100);
  expect(await home.state()).toContain("I read the rest later");
});

test.runIf(hasDovecot)("a sender's mails are added at once, or left out, once chosen", async () => {
  await using home = await withMailbox();
  home.deliver(mailOf({ words: "slip" }));
  await home.read();
  const [mail] = await home.mails();
  const choose = (rule: "always" | "never") =>
    chooseSender(home.db, home.nora, { mailId: mail!.id, rule }, home.encryptionKey);
  expect(await choose("always")).toBe("Oak School");
  home.deliver(mailOf({ words: "form" }));
  await home.readLater();
  const titles = home.db.selectFrom("tasks").select("title");
  expect(await titles.execute()).toEqual([{ title: "Return the form" }]);
  expect((await home.mails()).map(({ state }) => state)).toEqual(["waiting", "added"]);
  home.deliver(mailOf({ words: "list", isProven: false }));
  await home.readLater();
  expect(await titles.execute()).toHaveLength(1);
  await choose("never");
  home.deliver(mailOf({ words: "bill" }));
  await home.readLater();
  expect(await home.titles()).toEqual(["Return the form", "Return the list", "Return the slip"]);
});

test.runIf(hasDovecot)(
  "what is wrong with a server is said, and it is asked less and less",
  async () => {
    await using home = await withMailbox();
    await home.read();
    await home.server.stop();
    await home.readLater();
    expect(await home.state()).toContain("its server isn't responding");
    const first = await home.nextReadAt();
    await home.read(first);
    expect((await home.nextReadAt()) >= laterBy(first, { minutes: 30 })).toBe(true);
    await home.server.start();
    home.deliver(mailOf({ words: "slip" }));
    await home.read(await home.nextReadAt());
    expect(await home.titles()).toEqual(["Return the slip"]);
  },
);

test.runIf(hasDovecot)("a mailbox is tried before it is kept", async () => {
  await using home = await withMailbox();
  const { db, nora, server, about } = home;
  const input = { address: "sam@example.com", password, folder: "Nowhere", server: server.host };
  expect(await addMailbox(db, nora, input, about)).toEqual({
    status: "no_folder",
    folders: ["INBOX"],
  });
  const wrong = { ...input, folder: "INBOX", password: "wrong" };
  expect(await addMailbox(db, nora, wrong, about)).toEqual({
    status: "failed",
    problem: "wrong_password",
  });
  const untrusted = { ...about, trustedHosts: [] };
  expect(await addMailbox(db, nora, { ...input, folder: "INBOX" }, untrusted)).toEqual({
    status: "failed",
    problem: "not_allowed",
  });
  const inside = { ...input, server: "127.0.0.1" };
  expect(await addMailbox(db, nora, inside, untrusted)).toEqual({
    status: "failed",
    problem: "not_allowed",
  });
});

test.runIf(hasDovecot)("a mailbox that is removed while it is read brings nothing", async () => {
  await using home = await withMailbox();
  home.deliver(mailOf({ words: "slip" }));
  const reading = home.read();
  await removeMailbox(home.db, home.nora, home.mailboxId);
  await reading;
  expect(await home.titles()).toEqual([]);
});

const textOf = (words: string) => `Please return the ${words} by June 10, 2041.`;

const nextWeek = laterBy(nowIso(), { hours: 7 * 24 })
  .slice(0, 10)
  .replaceAll("-", "");

const withAttachments = `From: Oak School <office@oak.example>
Subject: Concert
Message-ID: <concert@oak.example>
Date: ${new Date().toUTCString()}
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=outer

--outer
Content-Type: multipart/alternative; boundary=inner

--inner
Content-Type: text/plain; charset=utf-8

See you there.
--inner
Content-Type: text/html; charset=utf-8

<p>See you there.</p>
--inner--
--outer
Content-Type: text/calendar; method=REQUEST; charset=utf-8

BEGIN:VCALENDAR
VERSION:2.0
METHOD:REQUEST
BEGIN:VEVENT
UID:concert
DTSTAMP:20410101T000000Z
SUMMARY:Concert
DTSTART;VALUE=DATE:${nextWeek}
END:VEVENT
END:VCALENDAR
--outer
Content-Type: text/plain; charset=utf-8
Content-Disposition: attachment; filename=news.txt

attached words
--outer--
`;

import { expect, test } from "vitest";
import { guessServer } from "#app/domain/mail/mailbox/servers.ts";
import { encryptionOf, firstThatAnswers, type Opened } from "#app/services/mailbox/imap.server.ts";

test("a mail server is never asked in plain text, unless Mila's owner lists it", () => {
  expect(encryptionOf(993, false)).toEqual({ secure: true });
  expect(encryptionOf(143, false)).toEqual({ secure: false, doSTARTTLS: true });
  expect(encryptionOf(4_143, true)).toEqual({ secure: false, tls: { rejectUnauthorized: false } });
});

test("a server's addresses are tried until one answers, whatever it says", async () => {
  const tried: string[] = [];
  const openAll = (answers: Record<string, Opened>) =>
    firstThatAnswers(Object.keys(answers), (ip) => {
      tried.push(ip);
      return Promise.resolve(answers[ip]!);
    });
  const unanswered = { status: "failed", problem: "unanswered" } as const;
  const refused = { status: "failed", problem: "wrong_password" } as const;
  expect(await openAll({ a: unanswered, b: refused, c: unanswered })).toBe(refused);
  expect(tried).toEqual(["a", "b"]);
  expect(await openAll({ a: unanswered })).toBe(unanswered);
  expect(await openAll({})).toEqual(unanswered);
});

test.for([
  ["nora@gmail.com", "imap.gmail.com"],
  ["nora@ICLOUD.com", "imap.mail.me.com"],
  ["nora@yahoo.co.uk", "imap.mail.yahoo.com"],
  ["nora@gmx.de", "imap.gmx.net"],
  ["nora@oak.example", "imap.oak.example"],
  ["nora@outlook.com", null],
  ["nora@proton.me", null],
])("the server of %s is %s", ([address, server]) => {
  expect(guessServer(address!)).toBe(server);
});

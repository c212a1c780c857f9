import { expect, test } from "vitest";
import { readMailIn } from "#app/domain/mail/forwarding/mail-in.ts";
import { addressOf, findTokens, recipientsIn } from "#app/domain/mail/forwarding/recipients.ts";

const token = "abcdefghijklmnopqrstuvw234";
const MAIL_IN_URL = "imaps://mila%40example.com:a%2Fb@mail.example.com/Mila%20in";

test("the mailbox and the addresses are what the settings say", () => {
  const mailIn = readMailIn({ MAIL_IN_URL })!;
  expect(mailIn.mailbox).toEqual({
    host: "mail.example.com",
    port: 993,
    user: "mila@example.com",
    password: "a/b",
    folder: "Mila in",
  });
  expect(addressOf(token, mailIn)).toBe(`mila+${token}@example.com`);
  const own = readMailIn({ MAIL_IN_URL: "imap://mila:p@10.0.0.5", MAIL_IN_ADDRESS: "@in.example" });
  expect(own?.mailbox).toMatchObject({ port: 143, folder: "INBOX" });
  expect(addressOf(token, own!)).toBe(`${token}@in.example`);
});

test("without a mailbox or Postmark, or without an address, nothing can be forwarded", () => {
  expect(readMailIn({})).toBeNull();
  expect(readMailIn({ MAIL_IN_ADDRESS: "mila@example.com" })).toBeNull();
  expect(readMailIn({ MAIL_IN_URL: "imaps://mila:p@mail.example.com/School" })).toBeNull();
  const byPostmark = { MAIL_IN_ADDRESS: "0a1b@in.example", POSTMARK_WEBHOOK_PASSWORD: "p" };
  expect(readMailIn(byPostmark)).toMatchObject({ mailbox: null, before: "0a1b+" });
});

const around = { before: "mila+", after: "@example.com" };

test.for([
  `mila+${token}@example.com`,
  `"Mila" <MILA+${token.toUpperCase()}@Example.COM>`,
  `Nora <nora@example.com>, mila+${token}@example.com;`,
])("the secret part is found in %s", (text) => {
  expect(findTokens([text], around)).toEqual([token]);
});

test.for([
  token,
  `mila+${token}@example.com.evil.example`,
  `mila+${token}x@example.com`,
  `mila+${token.slice(1)}@example.com`,
  `xmila+${token}@example.com`,
  "mila+@example.com",
])("%s is no address of a household", (text) => {
  expect(findTokens([text], around)).toEqual([]);
});

test("recipients stand in headers that say where a mail went, also in folded ones", () => {
  const header = [
    "Received: from x for <received@example.com>",
    "Subject: To: subject@example.com",
    "From: from@example.com",
    "Reply-To: reply@example.com",
    "Delivered-To: delivered@example.com",
    "To: Nora <one@example.com>,",
    "\tMila <two@example.com>",
    "CC: three@example.com",
  ].join("\r\n");
  const found = recipientsIn(header).join(" ");
  const names = ["delivered", "one", "two", "three"];
  expect(found.match(/\w+(?=@)/g)).toEqual(names);
});

test("of a thousand recipients, twenty are looked up", () => {
  const many = Array.from({ length: 1_000 }, (_, index) => {
    const end = index
      .toString(3)
      .padStart(7, "0")
      .replaceAll(/[012]/g, (digit) => "abc"[+digit]!);
    return `mila+${token.slice(0, 19)}${end}@example.com`;
  });
  expect(findTokens([many.join(",")], around)).toHaveLength(20);
});

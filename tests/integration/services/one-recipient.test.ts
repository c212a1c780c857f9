import { expect, test } from "vitest";
import { startFakePostmark } from "../../fakes/postmark.ts";
import { startFakeSmtp } from "../../fakes/smtp.ts";
import { newEmail, providersBy } from "./messages.ts";

const hostile = [
  "anna@example.com, mallory@example.com",
  "anna@example.com;mallory@example.com",
  "anna@example.com\r\nBcc: mallory@example.com",
  "anna@example.com\nmallory@example.com",
  "anna@example.com\u2028mallory@example.com",
  "Anna <anna@example.com>, <mallory@example.com>",
  "<mallory@example.com> anna@example.com",
  "list:anna@example.com,mallory@example.com;",
  '"anna@example.com,"@example.com',
  "anna",
  "",
  "@example.com",
  `${"a".repeat(250)}@example.com`,
];

test.for(hostile)("%j is not an address, and no provider is called", async (to) => {
  await using postmark = await startFakePostmark();
  await using smtp = await startFakeSmtp();
  for (const { settings } of [postmark, smtp]) {
    expect(await providersBy(settings).send(newEmail({ to }))).toEqual({
      status: "failed",
      reason: "bad_address",
    });
  }
  expect({ requests: postmark.requests.length, connections: smtp.connections() }).toEqual({
    requests: 0,
    connections: 0,
  });
});

test("a multi-line subject adds no header and no recipient", async () => {
  await using postmark = await startFakePostmark();
  await using smtp = await startFakeSmtp();
  const email = newEmail({ subject: "Dentist\r\nBcc: mallory@example.com\r\n\r\nHello" });
  for (const { settings } of [postmark, smtp]) await providersBy(settings).send(email);
  expect(postmark.emails()[0]?.message.Subject).toBe("Dentist Bcc: mallory@example.com Hello");
  const [mail] = smtp.mails();
  expect({ subject: mail?.email.subject, to: mail?.recipients, bcc: mail?.email.bcc }).toEqual({
    subject: "Dentist Bcc: mallory@example.com Hello",
    to: [email.to],
    bcc: undefined,
  });
});

test("a comma in the sender's name stays in the name", async () => {
  await using postmark = await startFakePostmark();
  await using smtp = await startFakeSmtp();
  const EMAIL_FROM = 'Mila, "at home" <mila@example.com>';
  for (const { settings } of [postmark, smtp])
    await providersBy({ ...settings, EMAIL_FROM }).send(newEmail());
  expect(postmark.emails()[0]?.message.From).toBe('"Mila, \\"at home\\"" <mila@example.com>');
  expect(smtp.mails()[0]?.email.from).toEqual({
    name: 'Mila, "at home"',
    address: "mila@example.com",
  });
});

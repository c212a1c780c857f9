import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { startInbox } from "../../fakes/inbox.ts";
import { startFakePostmark } from "../../fakes/postmark.ts";
import { startFakeSmtp } from "../../fakes/smtp.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { sign } from "../../fakes/twilio/webhooks.ts";
import { newEmail, newText, providersBy } from "./messages.ts";

test("the inbox lists every sent message, newest first, and runs no content", async () => {
  await using twilio = await startFakeTwilio();
  await using postmark = await startFakePostmark();
  await using smtp = await startFakeSmtp();
  await using inbox = await startInbox({ twilio, postmark, smtp });
  await providersBy(twilio.settings).send(
    newText({ text: "<b>See</b> https://mila.example.com/t/1." }),
  );
  const html = '<p onclick="alert(1)">Hello "there"</p><script>alert(1)</script>';
  await providersBy(postmark.settings).send(newEmail({ subject: "By Postmark <1>", html }));
  await providersBy(smtp.settings).send(newEmail({ subject: "By SMTP" }));
  const page = await fetch(inbox.origin).then((answer) => answer.text());
  expect(page).toContain(
    '<a href="https://mila.example.com/t/1" target="_blank">https://mila.example.com/t/1</a>.',
  );
  expect(page.indexOf("<h2>By SMTP")).toBeLessThan(page.indexOf("<h2>By Postmark &#60;1&#62;"));
  expect(page.indexOf("<h2>By Postmark")).toBeLessThan(page.indexOf("SMS to +4915112345678"));
  expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect(page).not.toMatch(/<b>See|<script>alert|<p onclick/);
});

test("a reply is posted to Mila's webhook, signed, as from that number, and appears in the list", async () => {
  let posted = { form: "", signature: "" };
  const mila = createServer(async (request, response) => {
    let form = "";
    for await (const part of request) form += String(part);
    posted = { form, signature: String(request.headers["x-twilio-signature"]) };
    response.end("<Response><Message>Thank you</Message></Response>");
  });
  await new Promise<void>((resolve) => mila.listen(0, "127.0.0.1", resolve));
  const via = `http://127.0.0.1:${(mila.address() as AddressInfo).port}`;
  const inboundUrl = "https://mila.example.com/webhooks/twilio/inbound";
  await using twilio = await startFakeTwilio({ inboundUrl, via });
  await using inbox = await startInbox({ twilio });
  const body = new URLSearchParams({
    from: "+4915112345678",
    channel: "sms",
    body: "YES, of course",
  });
  const page = await fetch(`${inbox.origin}/answer`, { method: "POST", body }).then((answer) =>
    answer.text(),
  );
  mila.close();
  const fields = Object.fromEntries(new URLSearchParams(posted.form));
  expect(fields).toMatchObject({
    From: "+4915112345678",
    To: "+15550100000",
    Body: "YES, of course",
  });
  expect(posted.signature).toBe(sign(twilio.settings.TWILIO_AUTH_TOKEN ?? "", inboundUrl, fields));
  expect(page).toContain("SMS from +4915112345678");
  expect(page).toContain("Thank you");
});

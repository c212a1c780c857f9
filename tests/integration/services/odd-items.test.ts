import { expect, test } from "vitest";
import { listCalendars } from "#app/services/google/calendar-list.server.ts";
import { sendJson, serve } from "../../fakes/server.ts";
import { aMomentAgo, newEmail, newText, providersBy } from "./messages.ts";

const odd = { shape: "of a version to come" };

/** A provider that answers every request with this. */
const providerWith = (body: object) =>
  serve(async (_request, response) => sendJson(response, 200, body));

const sid = (digit: string) => `SM${digit.repeat(32)}`;
const twilioSettings = (origin: string) => ({
  TWILIO_BASE_URL: origin,
  TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
  TWILIO_AUTH_TOKEN: "0123456789abcdef0123456789abcdef",
  TWILIO_SMS_FROM: "+15550001111",
});
const postmarkSettings = (origin: string) => ({
  POSTMARK_BASE_URL: origin,
  POSTMARK_SERVER_TOKEN: "token",
  EMAIL_FROM: "mila@example.com",
});

test("a text is found among others that can't be read, which otherwise may be it", async () => {
  const text = newText();
  const own = { sid: sid("a"), status: "sent", direction: "outbound-api", body: text.text };
  await using full = await providerWith({ messages: [odd, own], next_page_uri: null });
  const found = { status: "found", providerIds: [own.sid] };
  expect(await providersBy(twilioSettings(full.origin)).find(text, aMomentAgo())).toEqual(found);
  await using other = await providerWith({ messages: [odd], next_page_uri: null });
  const unanswered = { status: "unanswered" };
  expect(await providersBy(twilioSettings(other.origin)).find(text, aMomentAgo())).toEqual(
    unanswered,
  );
});

test("texts from people are read beside one that can't be read", async () => {
  const date_sent = new Date().toUTCString();
  const inbound = {
    sid: sid("b"),
    status: "received",
    direction: "inbound",
    from: "+15550102222",
    body: "Yes",
    date_sent,
  };
  await using twilio = await providerWith({ messages: [odd, inbound], next_page_uri: null });
  const texts = await providersBy(twilioSettings(twilio.origin)).listInbound(aMomentAgo());
  expect(texts?.map(({ body }) => body)).toEqual(["Yes"]);
});

test("an email is found among others that can't be read, which otherwise may be it", async () => {
  const email = newEmail();
  const own = { MessageID: "one", Metadata: { delivery_id: email.deliveryId, size: 3 } };
  await using full = await providerWith({ Messages: [odd, own] });
  const found = { status: "found", providerIds: ["one"] };
  expect(await providersBy(postmarkSettings(full.origin)).find(email, aMomentAgo())).toEqual(found);
  await using other = await providerWith({ Messages: [odd] });
  const unanswered = { status: "unanswered" };
  expect(await providersBy(postmarkSettings(other.origin)).find(email, aMomentAgo())).toEqual(
    unanswered,
  );
});

test("an email's delivery is seen beside an event that can't be read", async () => {
  const delivered = { Type: "Delivered", Recipient: "anna@example.com" };
  await using postmark = await providerWith({ MessageEvents: [odd, delivered] });
  expect(await providersBy(postmarkSettings(postmark.origin)).emailProgress("one")).toEqual({
    to: "anna@example.com",
    progress: { status: "delivered" },
  });
});

test("calendars are offered beside one that can't be read", async () => {
  const token = { access_token: "access", expires_in: 3_600 };
  await using google = await providerWith({
    ...token,
    items: [odd, { id: "family", summary: "Family" }],
  });
  const client = { id: "id", secret: "secret", baseUrl: google.origin };
  expect(await listCalendars(client, "refresh-odd-items")).toEqual({
    type: "listed",
    calendars: [{ id: "family", name: "Family", isPrimary: false }],
  });
});

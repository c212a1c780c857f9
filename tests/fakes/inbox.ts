// A page with everything the fakes received, for developers: npm run dev prints its address.
import type { IncomingMessage, ServerResponse } from "node:http";
import { inboxPage, type ReceivedItem } from "./inbox-page.ts";
import type { FakePostmark } from "./postmark.ts";
import { bodyOf, type FakeServer, serve } from "./server.ts";
import type { FakeSmtp } from "./smtp.ts";
import type { FakeTwilio } from "./twilio.ts";
import type { TwilioMessage } from "./twilio/messages.ts";

/** A provider without a mailroom is real. */
export interface Mailrooms {
  twilio?: FakeTwilio | undefined;
  postmark?: FakePostmark | undefined;
  smtp?: FakeSmtp | undefined;
}

/** Starts the page. Posts a reply to a text to Mila, as Twilio would. */
export function startInbox(from: Mailrooms, port: number = 0): Promise<FakeServer> {
  return serve((request, response) => answer(from, request, response), port);
}

async function answer(
  from: Mailrooms,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const items = received(from);
  if (request.method === "POST" && request.url === "/answer") return reply(from, request, response);
  if (request.url === "/count") return void response.end(String(items.length));
  if (request.url !== "/") return void response.writeHead(404).end("Nothing here");
  response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(inboxPage(items));
}

async function reply(
  { twilio }: Mailrooms,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const form = new URLSearchParams(String(await bodyOf(request)));
  const channel = form.get("channel") === "whatsapp" ? "whatsapp" : "sms";
  await twilio?.receive({ from: form.get("from") ?? "", body: form.get("body") ?? "", channel });
  response.writeHead(303, { Location: "/" }).end();
}

function received({ twilio, postmark, smtp }: Mailrooms): ReceivedItem[] {
  const texts = twilio?.messages().map(fromTwilio) ?? [];
  const byPostmark = (postmark?.emails() ?? []).map(({ at, message }): ReceivedItem => {
    const { To = "", Subject, TextBody = "", HtmlBody = "" } = message;
    return { kind: "email", at, other: To, subject: Subject, text: TextBody, html: HtmlBody };
  });
  const bySmtp = (smtp?.mails() ?? []).map(({ at, recipients, email }): ReceivedItem => {
    const { subject = "", text = "", html = "" } = email;
    return { kind: "email", at, other: recipients.join(", "), subject, text, html };
  });
  return [...texts, ...byPostmark, ...bySmtp]
    .toReversed()
    .toSorted((one, other) => other.at - one.at);
}

function fromTwilio({
  to,
  from,
  body,
  date_created,
  direction,
  status,
}: TwilioMessage): ReceivedItem {
  const isAnswer = direction === "inbound";
  const address = (isAnswer ? from : to) ?? "";
  return {
    kind: "text",
    channel: address.startsWith("whatsapp:") ? "whatsapp" : "sms",
    at: Date.parse(date_created),
    other: address.replace("whatsapp:", ""),
    text: body,
    isAnswer,
    status,
  };
}

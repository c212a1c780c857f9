import { z } from "zod";
import type { CallResult } from "../transport/http-call.server.ts";
import type { Found, InboundText, Outcome, Progress, TextMessage } from "../sending.ts";
import {
  fetchMessage,
  listMessages,
  type MessageResource,
  messageResource,
  postMessage,
  type TwilioAccount,
} from "./account.server.ts";
import { meaningOf, progressOf } from "./codes.ts";
import { addressOf, numberOf } from "./numbers.ts";

const errorBody = z.object({ code: z.number() });

/** Sends an SMS or a WhatsApp message. Never throws; takes 20 s at most. */
export async function sendText(account: TwilioAccount, message: TextMessage): Promise<Outcome> {
  return outcomeOf(await postMessage(account, fieldsOf(account, message)));
}

/**
 * Whether Twilio has taken this message since an instant (UTC), by its number and its words: it keeps no reference of
 * ours that could be searched for.
 */
export async function findText(account: TwilioAccount, message: TextMessage, since: string): Promise<Found> {
  // Twilio's instants are whole seconds, rounded down.
  const earliest = `${since.slice(0, 19)}.000Z`;
  // Not by DateSent: what Twilio still holds in its queue has none.
  const isRecent = ({ date_created }: MessageResource) => !date_created || date_created >= earliest;
  const messages = await listMessages(account, { To: addressOf(message.channel, message.to) }, isRecent);
  if (!messages) return { is: "unanswered" };
  const like = messages.filter((candidate) => isOutbound(candidate) && hasWordsOf(candidate, message));
  return like.length > 0 ? { is: "found", providerIds: like.map(({ sid }) => sid) } : { is: "absent" };
}

/** How far a message has come, for instances that Twilio cannot report to; underway when it does not say. */
export async function textProgress(account: TwilioAccount, providerId: string): Promise<Progress> {
  const message = await fetchMessage(account, providerId);
  return message ? progressOf(message.status, message.error_code ?? null) : { is: "underway" };
}

/** Texts sent to the account's numbers since an instant (UTC), oldest first; null when Twilio does not say. */
export async function listInbound(account: TwilioAccount, since: string): Promise<InboundText[] | null> {
  const isRecent = (message: MessageResource) => inboundText(message).every(({ receivedAt }) => receivedAt >= since);
  const lists = await Promise.all(
    ownAddresses(account).map((To) => listMessages(account, { ...To, "DateSent>": since.slice(0, 10) }, isRecent)),
  );
  if (lists.includes(null)) return null;
  return lists
    .flatMap((list) => list ?? [])
    .flatMap(inboundText)
    .toSorted((one, other) => one.receivedAt.localeCompare(other.receivedAt));
}

function fieldsOf(account: TwilioAccount, message: TextMessage): Record<string, string> {
  return {
    To: addressOf(message.channel, message.to),
    ...(message.channel === "sms" ? smsSender(account) : { From: addressOf("whatsapp", account.whatsappFrom ?? "") }),
    ...contentOf(account, message),
    ...(message.statusCallback && { StatusCallback: message.statusCallback }),
  };
}

function smsSender({ smsFrom = "" }: TwilioAccount): Record<string, string> {
  return smsFrom.startsWith("+") ? { From: smsFrom } : { MessagingServiceSid: smsFrom };
}

function contentOf({ whatsappTemplate }: TwilioAccount, message: TextMessage): Record<string, string> {
  const { channel, text, templateVariables } = message;
  if (channel === "sms" || !whatsappTemplate || !templateVariables) return { Body: text };
  const [what, link] = templateVariables;
  return { ContentSid: whatsappTemplate, ContentVariables: JSON.stringify({ 1: what, 2: link }) };
}

function outcomeOf(result: CallResult): Outcome {
  if (result.is === "not_sent") return { is: "later", isRateLimit: false };
  if (result.is === "broken_off") return { is: "unclear" };
  const { status, body, retryAfterSeconds } = result;
  const code = errorBody.safeParse(body).data?.code;
  if (status === 429 || status === 503) {
    return { is: "later", isRateLimit: status === 429, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
  }
  if (status >= 400 && status < 500) return refusalOf(status, code);
  const { data: message } = messageResource.safeParse(body);
  if (status < 200 || status >= 300 || !message) return { is: "unclear" };
  if (message.status === "failed") return meaningOf(message.error_code ?? 0);
  return { is: "sent", providerId: message.sid };
}

function refusalOf(status: number, code: number | undefined): Outcome {
  if (code !== undefined) return meaningOf(code);
  // Not Twilio's own words: a wrong key or account by its status, else whatever stands in between.
  return [401, 403, 404].includes(status) ? { is: "misconfigured" } : { is: "unclear" };
}

/** Trial accounts put a line before the text, and a template words around its variables. */
function hasWordsOf({ body }: MessageResource, { channel, text, templateVariables }: TextMessage): boolean {
  if (!body) return false;
  if (body.includes(text.trim())) return true;
  return channel === "whatsapp" && Boolean(templateVariables?.every((variable) => body.includes(variable)));
}

function isOutbound({ direction }: MessageResource): boolean {
  return direction !== "inbound";
}

function inboundText({ sid, direction, from, body, date_sent, date_created }: MessageResource): InboundText[] {
  const receivedAt = date_sent ?? date_created;
  if (direction !== "inbound" || !from || !receivedAt) return [];
  const { channel, number } = numberOf(from);
  return [{ providerId: sid, channel, from: number, body: body ?? "", receivedAt }];
}

/** To whom people answer; a messaging service's own numbers are not known here, so that all of the account's count. */
function ownAddresses({ smsFrom, whatsappFrom }: TwilioAccount): Record<string, string>[] {
  if (smsFrom && !smsFrom.startsWith("+")) return [{}];
  return [
    ...(smsFrom ? [{ To: smsFrom }] : []),
    ...(whatsappFrom ? [{ To: addressOf("whatsapp", whatsappFrom) }] : []),
  ];
}

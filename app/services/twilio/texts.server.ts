import type { MessageListInstanceCreateOptions } from "twilio/lib/rest/api/v2010/account/message.js";
import { z } from "zod";
import type { BeforeData, LookupResult, Outcome, Progress, TextMessage } from "../sending.ts";
import { callWithClient } from "../transport/client-call.server.ts";
import { askBeforeRepeating } from "../transport/ask-before-repeating.ts";
import type { CallResult } from "../transport/http-call.server.ts";
import { retryUntilAccepted } from "../transport/retry-until-accepted.ts";
import { addressOf } from "./addresses.ts";
import { messagesApi, type TwilioAccount } from "./client.server.ts";
import { meaningOf, progressOf } from "./error-codes.ts";
import {
  fetchMessage,
  listMessages,
  type MessageResource,
  messageResource,
} from "./messages.server.ts";

/** If another message has the same text, this one is only asked about again. */
const maxTextAgeMs = 3_600_000;

const errorBody = z.object({ code: z.number() });

export async function sendText(
  account: TwilioAccount,
  message: TextMessage,
  beforeData: BeforeData,
): Promise<Outcome> {
  const fields = toTwilioMessage(account, message);
  const result = await retryUntilAccepted(
    (timeoutMs) =>
      callWithClient(timeoutMs, (send) => messagesApi(send, account).create(fields), beforeData),
    askBeforeRepeating(() =>
      findText(account, message, new Date(Date.now() - maxTextAgeMs).toISOString()),
    ),
  );
  return outcomeOf(result);
}

/** Twilio stores no id of ours, so this matches by number and text. `since` is in UTC. */
export async function findText(
  account: TwilioAccount,
  message: TextMessage,
  since: string,
): Promise<LookupResult> {
  // Twilio rounds instants down to whole seconds.
  const earliest = `${since.slice(0, 19)}.000Z`;
  // Messages still in Twilio's queue have no date_sent.
  const isRecent = ({ date_created }: MessageResource) => !date_created || date_created >= earliest;
  const messages = await listMessages(
    account,
    { to: addressOf(message.channel, message.to) },
    isRecent,
  );
  if (!messages) return { status: "unanswered" };
  const matches = messages.read.filter(
    (candidate) => isOutbound(candidate) && hasTextOf(candidate, message),
  );
  if (matches.length > 0) return { status: "found", providerIds: matches.map(({ sid }) => sid) };
  // An unreadable message may be this one.
  return { status: messages.unread.length > 0 ? "unanswered" : "absent" };
}

export async function textProgress(account: TwilioAccount, providerId: string): Promise<Progress> {
  const message = await fetchMessage(account, providerId);
  return message ? progressOf(message.status, message.error_code ?? null) : { status: "underway" };
}

function toTwilioMessage(
  account: TwilioAccount,
  message: TextMessage,
): MessageListInstanceCreateOptions {
  return {
    to: addressOf(message.channel, message.to),
    ...(message.channel === "sms"
      ? smsSender(account)
      : { from: addressOf("whatsapp", account.whatsappFrom ?? "") }),
    ...contentOf(account, message),
    ...(message.statusCallback && { statusCallback: message.statusCallback }),
  };
}

function smsSender({ smsFrom = "" }: TwilioAccount) {
  return smsFrom.startsWith("+") ? { from: smsFrom } : { messagingServiceSid: smsFrom };
}

function contentOf(
  { whatsappTemplate }: TwilioAccount,
  { channel, text, templateVariables }: TextMessage,
) {
  if (channel === "sms" || !whatsappTemplate || !templateVariables) return { body: text };
  const [what, link] = templateVariables;
  return { contentSid: whatsappTemplate, contentVariables: JSON.stringify({ 1: what, 2: link }) };
}

function outcomeOf(result: CallResult): Outcome {
  if (result.type === "not_sent") return { status: "later", isRateLimit: false };
  if (result.type === "interrupted") return { status: "unclear" };
  const { status, body, retryAfterSeconds } = result;
  const code = errorBody.safeParse(body).data?.code;
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  if (status === 429) return { status: "later", isRateLimit: true, ...wait };
  if (status === 503) return { status: "unavailable", ...wait };
  if (status >= 400 && status < 500) return refusalOf(status, code);
  const { data: message } = messageResource.safeParse(body);
  if (status < 200 || status >= 300 || !message) return { status: "unclear" };
  if (message.status === "failed") return meaningOf(message.error_code ?? 0);
  return { status: "sent", providerId: message.sid };
}

function refusalOf(status: number, code: number | undefined): Outcome {
  if (code !== undefined) return meaningOf(code);
  // Without Twilio's error code, the answer may come from a server in between.
  return [401, 403, 404].includes(status) ? { status: "misconfigured" } : { status: "unclear" };
}

/** Trial accounts add a line before the text, and templates add words around the variables. */
function hasTextOf(
  { body }: MessageResource,
  { channel, text, templateVariables }: TextMessage,
): boolean {
  if (!body) return false;
  if (body.includes(text.trim())) return true;
  return (
    channel === "whatsapp" &&
    Boolean(templateVariables?.every((variable) => body.includes(variable)))
  );
}

function isOutbound({ direction }: MessageResource): boolean {
  return direction !== "inbound";
}

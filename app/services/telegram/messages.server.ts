import { z } from "zod";
import type { BeforeData, NotificationMessage, Outcome } from "../sending.ts";
import { type CallResult, wasNotAccepted } from "../transport/http-call.server.ts";
import { retryUntilAccepted } from "../transport/retry-until-accepted.ts";
import { callTelegram, readRefusal, type TelegramBot } from "./bot.server.ts";

const accepted = z.object({
  ok: z.literal(true),
  result: z.object({ message_id: z.number(), chat: z.object({ id: z.number() }) }),
});

export async function sendToTelegram(
  bot: TelegramBot,
  message: NotificationMessage,
  beforeData: BeforeData,
): Promise<Outcome> {
  const parameters = toTelegramMessage(message);
  const result = await retryUntilAccepted(
    (timeoutMs) => callTelegram(bot, "sendMessage", parameters, { timeoutMs, beforeData }),
    wasNotAccepted,
  );
  return outcomeOf(result);
}

/** Puts the link into the text, because Telegram refuses buttons to addresses on a home network. */
function toTelegramMessage({ deliveryId, to, title, text, url, buttons }: NotificationMessage) {
  const keys = buttons.map(({ type, label }) => ({
    text: label,
    callback_data: `${type}:${deliveryId}`,
  }));
  return {
    chat_id: Number(to),
    text: [title, text, url].filter(Boolean).join("\n"),
    link_preview_options: { is_disabled: true },
    ...(keys.length > 0 && { reply_markup: { inline_keyboard: [keys] } }),
  };
}

function outcomeOf(result: CallResult): Outcome {
  if (result.type === "not_sent") return { status: "later", isRateLimit: false };
  if (result.type === "interrupted") return { status: "unclear" };
  const { status, body } = result;
  const { description, retryAfterSeconds } = { ...readRefusal(body), ...waitOf(result) };
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  if (status === 429) return { status: "later", isRateLimit: true, ...wait };
  if (status === 503) return { status: "later", isRateLimit: false, ...wait };
  if (status === 401 || status === 404) return { status: "misconfigured" };
  // The user blocked the bot, or never started it: both end when they press Start.
  if (status === 403 || (status === 400 && /chat not found/i.test(description)))
    return { status: "failed", reason: "opted_out" };
  if (status >= 400 && status < 500) return { status: "failed", reason: "refused" };
  const { data } = accepted.safeParse(body);
  if (status >= 300 || !data) return { status: "unclear" };
  return { status: "sent", providerId: `${data.result.chat.id}:${data.result.message_id}` };
}

/** Telegram sends the time in the body, a server in between in its header. */
function waitOf({ body, retryAfterSeconds }: Extract<CallResult, { type: "answered" }>) {
  const named = readRefusal(body).retryAfterSeconds ?? retryAfterSeconds;
  return named === undefined ? {} : { retryAfterSeconds: named };
}

import type { Transaction } from "kysely";
import { allow } from "#app/domain/core/rate-limits/allow.server.ts";
import { textChannels } from "#app/domain/core/text-channels.ts";
import type { IncomingMessage } from "#app/domain/delegation/by-text/requests-to-number.server.ts";
import { optIn, optOut } from "#app/domain/outbox/channels/opt-outs.server.ts";
import type { Database } from "#db/schema.ts";
import type { Reply } from "./reader.ts";

/** Twilio handles and answers these itself ("Default keywords" in its docs), unlike Telegram. */
const stopWords = new Set("stop stopall unsubscribe cancel end quit revoke optout".split(" "));
const startWords = new Set(["start", "unstop"]);
const helpWords = new Set(["help", "info"]);
/** In a chat, "Cancel" and similar words are about the task. */
const chatStopWords = new Set(["stop", "unsubscribe"]);

const chatAnswers = {
  stop: "All right, I won't write here. Send START to hear from me again.",
  start: "I write to you here. Send STOP to stop me.",
};

const helpText =
  "Mila sends reminders and requests from your family's task list. Reply STOP to stop messages, START to get them again.";

/** Keywords count from opted-out numbers as well, but not from a stranger's chat. */
export async function answerKeyword(
  trx: Transaction<Database>,
  message: IncomingMessage,
): Promise<Reply | null> {
  const { from, channel, recipient, user, now } = message;
  const keyword = keywordOf(message);
  const isChat = channel === "telegram";
  if (!keyword || (isChat && !user)) return null;
  if (keyword === "help") {
    const isFree = !textChannels.includes(channel);
    const isAnswered = isFree || !(await allow(trx, [["help_replies", recipient]], now)).refused;
    return { text: isAnswered ? helpText : null };
  }
  await (keyword === "stop" ? optOut(trx, from, now) : optIn(trx, from));
  return { text: isChat ? chatAnswers[keyword] : null };
}

function keywordOf({ plain, channel }: IncomingMessage): "help" | "stop" | "start" | null {
  const word = plain.replace(/^\/|[.!]+$/g, "");
  if (helpWords.has(word)) return "help";
  if ((channel === "telegram" ? chatStopWords : stopWords).has(word)) return "stop";
  return startWords.has(word) ? "start" : null;
}

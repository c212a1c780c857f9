import type { Transaction } from "kysely";
import { allow, type Use } from "#app/domain/core/rate-limits/allow.server.ts";
import { textChannels } from "#app/domain/core/text-channels.ts";
import { explainAnswers } from "#app/domain/delegation/by-text/answer-request.server.ts";
import { explainRemoval } from "#app/domain/delegation/by-text/reply-texts.ts";
import {
  type IncomingMessage,
  findRemoval,
} from "#app/domain/delegation/by-text/requests-to-number.server.ts";
import type { Database } from "#db/schema.ts";
import type { Reply } from "./reader.ts";
import { unknownSender } from "./reply-texts.ts";

/** Tells somebody whom a family has removed why an answer changes nothing. */
export async function answerRemoved(
  trx: Transaction<Database>,
  message: IncomingMessage,
): Promise<Reply | null> {
  const { requests, reply, user } = message;
  // An account holder's "No school on Friday" is a task.
  const isTask = user && (!reply?.answer || reply.line !== null);
  if (requests.length > 0 || isTask) return null;
  const removal = await findRemoval(trx, message);
  if (!removal) return null;
  return { text: (await isFirstText(trx, message)) ? explainRemoval(removal) : null };
}

/**
 * Tells a family member who was asked how to answer. Anyone else gets one short answer in 180 days.
 */
export async function answerUnknown(
  trx: Transaction<Database>,
  message: IncomingMessage,
): Promise<Reply> {
  const { recipient, channel, now } = message;
  const explained = await explainAnswers(trx, message);
  if (explained) return explained;
  const isFirst = textChannels.includes(channel)
    ? await isFirstText(trx, message)
    : await isFirstAnswer(trx, recipient, now);
  return { text: isFirst ? unknownSender() : null };
}

/** True for the first answer to a number in 180 days. */
const isFirstText = (
  trx: Transaction<Database>,
  { recipient, now }: Pick<IncomingMessage, "recipient" | "now">,
) => isUnanswered(trx, { sender: recipient, all: "answers_to_unknown_numbers" }, now);

/** True for the first answer to a chat in 180 days. */
export function isFirstAnswer(
  trx: Transaction<Database>,
  sender: string,
  now: string,
): Promise<boolean> {
  return isUnanswered(trx, { sender: `chat:${sender}`, all: "answers_to_unknown_chats" }, now);
}

/** Phone numbers share one limit of answers, because texts cost money; chats share another. */
async function isUnanswered(
  trx: Transaction<Database>,
  { sender, all }: { sender: string; all: Use[0] },
  now: string,
): Promise<boolean> {
  const uses = [
    [all, ""],
    ["answers_to_unknown_sender", sender],
  ] as const;
  return (await allow(trx, uses, now)).refused === null;
}

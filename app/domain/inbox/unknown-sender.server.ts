import type { Transaction } from "kysely";
import { allow, type Use } from "#app/domain/core/rate-limits/allow.server.ts";
import { textChannels } from "#app/domain/core/text-channels.ts";
import { explainAnswers } from "#app/domain/delegation/by-text/answer-request.server.ts";
import type { IncomingMessage } from "#app/domain/delegation/by-text/requests-to-number.server.ts";
import type { Database } from "#db/schema.ts";
import type { Reply } from "./reader.ts";
import { unknownSender } from "./reply-texts.ts";

/** Family who were asked hear how to answer. Others get one short answer in 180 days. */
export async function answerUnknown(
  trx: Transaction<Database>,
  message: IncomingMessage,
): Promise<Reply> {
  const { recipient, channel, now } = message;
  const explained = await explainAnswers(trx, message);
  if (explained) return explained;
  const isFirst = textChannels.includes(channel)
    ? await isUnanswered(trx, { sender: recipient, all: "answers_to_unknown_numbers" }, now)
    : await isFirstAnswer(trx, recipient, now);
  return { text: isFirst ? unknownSender() : null };
}

/** In a chat and 180 days. */
export function isFirstAnswer(
  trx: Transaction<Database>,
  sender: string,
  now: string,
): Promise<boolean> {
  return isUnanswered(trx, { sender: `chat:${sender}`, all: "answers_to_unknown_chats" }, now);
}

/** All numbers share the answers by text, which cost money; all chats share theirs. */
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

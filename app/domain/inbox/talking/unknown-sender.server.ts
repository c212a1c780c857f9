import type { Transaction } from "kysely";
import { allow } from "#app/domain/core/rate-limits/allow.server.ts";
import { textChannels } from "#app/domain/core/text-channels.ts";
import type { IncomingText } from "#app/domain/outbox/message-type.ts";
import type { Database } from "#db/schema.ts";
import { unknownSender } from "./reply-texts.ts";

/** One short answer for each sender in 180 days. */
export async function answerUnknown(
  trx: Transaction<Database>,
  { recipient, channel }: IncomingText,
  now: string,
): Promise<string | null> {
  if (!textChannels.includes(channel))
    return (await isFirstAnswer(trx, recipient, now)) ? unknownSender() : null;
  const counted = await allow(
    trx,
    [
      ["answers_to_unknown_numbers", ""],
      ["answers_to_unknown_sender", recipient],
    ],
    now,
  );
  return counted.refused ? null : unknownSender();
}

/** In a chat and 180 days. */
export async function isFirstAnswer(
  trx: Transaction<Database>,
  sender: string,
  now: string,
): Promise<boolean> {
  const counted = await allow(
    trx,
    [
      ["answers_to_unknown_chats", ""],
      ["answers_to_unknown_sender", `chat:${sender}`],
    ],
    now,
  );
  return counted.refused === null;
}

import type { Kysely, Transaction } from "kysely";
import { deleteInBatches } from "#db/sql/batches.ts";
import { textChannels } from "#app/domain/core/text-channels.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import { explainAnswers } from "#app/domain/delegation/by-text/answer-request.server.ts";
import type { IncomingMessage } from "#app/domain/delegation/by-text/requests-to-number.server.ts";
import type { Database } from "#db/schema.ts";
import type { Reply } from "./reader.ts";
import { unknownSender } from "./reply-texts.ts";

const daysIgnored = 180;
/** All numbers share the answers by text, which cost money; all chats share theirs. */
const maxADay = { texts: 20, chats: 100 };
const freeSender = "chat:";

/** Family who were asked hear how to answer. Others get one short answer, then none. */
export async function answerUnknown(
  trx: Transaction<Database>,
  message: IncomingMessage,
): Promise<Reply> {
  const { recipient, channel, now } = message;
  const explained = await explainAnswers(trx, message);
  if (explained) return explained;
  const isFirst = textChannels.includes(channel)
    ? (await countToday(trx, now)).texts < maxADay.texts && (await isNewSender(trx, recipient, now))
    : await isFirstAnswer(trx, recipient, now);
  return { text: isFirst ? unknownSender() : null };
}

/** In a chat and 180 days. */
export async function isFirstAnswer(
  trx: Transaction<Database>,
  sender: string,
  now: string,
): Promise<boolean> {
  if ((await countToday(trx, now)).chats >= maxADay.chats) return false;
  return isNewSender(trx, `${freeSender}${sender}`, now);
}

async function isNewSender(
  trx: Transaction<Database>,
  sender: string,
  now: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("unknown_senders")
    .values({ sender, answered_at: now })
    .onConflict((conflict) => conflict.column("sender").doNothing())
    .executeTakeFirst();
  return Boolean(numInsertedOrUpdatedRows);
}

async function countToday(
  trx: Transaction<Database>,
  now: string,
): Promise<{ texts: number; chats: number }> {
  const senders = await sendersTodayQuery(trx, now).execute();
  const chats = senders.filter(({ sender }) => sender.startsWith(freeSender)).length;
  return { texts: senders.length - chats, chats };
}

/** Lists those who were answered in the last 24 hours. */
export function sendersTodayQuery(db: Kysely<Database>, now: string) {
  const since = earlierBy(now, { hours: 24 });
  return db.selectFrom("unknown_senders").select("sender").where("answered_at", ">", since);
}

export async function purgeUnknownSenders(db: Kysely<Database>, now: string): Promise<void> {
  const before = earlierBy(now, { hours: 24 * daysIgnored });
  await deleteInBatches(
    db,
    "unknown_senders",
    db.selectFrom("unknown_senders").where("answered_at", "<", before),
  );
}

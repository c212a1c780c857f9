import type { Kysely, Transaction } from "kysely";
import { deleteInBatches } from "#app/domain/core/sql/delete-in-batches.ts";
import { textChannels } from "#app/domain/core/text-channels.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import type { IncomingText } from "#app/domain/outbox/message-type.ts";
import type { Database } from "#db/schema.ts";
import { unknownSender } from "./reply-texts.ts";

const daysIgnored = 180;
/** To all numbers together: each answer costs. */
const maxTextsADay = 20;
/** Answers in chats cost nothing, so they don't count. */
const freeSender = "chat:";

/** One short answer for each sender, then none. */
export async function answerUnknown(
  trx: Transaction<Database>,
  { recipient, channel }: IncomingText,
  now: string,
): Promise<string | null> {
  if (!textChannels.includes(channel)) return (await isFirstAnswer(trx, recipient, now)) ? unknownSender() : null;
  if ((await countTextsToday(trx, now)) >= maxTextsADay) return null;
  return (await isNewSender(trx, recipient, now)) ? unknownSender() : null;
}

/** In a chat and 180 days. */
export const isFirstAnswer = (trx: Transaction<Database>, sender: string, now: string): Promise<boolean> =>
  isNewSender(trx, `${freeSender}${sender}`, now);

async function isNewSender(trx: Transaction<Database>, sender: string, now: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("unknown_senders")
    .values({ sender, answered_at: now })
    .onConflict((conflict) => conflict.column("sender").doNothing())
    .executeTakeFirst();
  return Boolean(numInsertedOrUpdatedRows);
}

async function countTextsToday(trx: Transaction<Database>, now: string): Promise<number> {
  const { count } = await trx
    .selectFrom("unknown_senders")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("answered_at", ">", earlierBy(now, { hours: 24 }))
    .where("sender", "not like", `${freeSender}%`)
    .executeTakeFirstOrThrow();
  return count;
}

export async function purgeUnknownSenders(db: Kysely<Database>, now: string): Promise<void> {
  const before = earlierBy(now, { hours: 24 * daysIgnored });
  await deleteInBatches(db, "unknown_senders", db.selectFrom("unknown_senders").where("answered_at", "<", before));
}

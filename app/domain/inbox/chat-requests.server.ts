import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { deleteInBatches } from "#db/sql/batches.ts";
import { bit } from "#app/domain/core/bit.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import { z } from "#app/domain/core/zod.ts";
import { mostOf, ruleOf } from "#app/domain/core/rate-limits/rules.server.ts";
import { textChannels } from "#app/domain/core/text-channels.ts";
import type { IncomingMessage } from "#app/domain/delegation/by-text/requests-to-number.server.ts";
import type { ChatRequestType, Database } from "#db/schema.ts";
import type { InboxSettings, OwnMessage, Reply } from "./reader.ts";
import { limitReached } from "./reply-texts.ts";

const daysKept = 7;
const hoursUndone = 24;
const taskIdList = z.array(z.string());

export interface ChatReply {
  text: string;
  type: ChatRequestType;
  taskIds: string[];
}

/** A reply to words that changed no task. */
export const other = (text: string): ChatReply => ({ text, type: "other", taskIds: [] });

/**
 * Counts an account holder's request. Once a day's limit is reached, says so without asking for the
 * answer, then nothing.
 */
export async function answerCounted(
  trx: Transaction<Database>,
  message: OwnMessage,
  settings: InboxSettings,
  answer: () => Promise<ChatReply>,
): Promise<Reply> {
  const left = await countRequestsLeft(trx, message, settings);
  if (left < 0) return { text: null };
  const reply = left === 0 ? other(limitReached()) : await answer();
  const counted = { userId: message.user.userId, isCharged: costs(message) };
  await recordRequest(trx, { ...counted, ...reply }, message.now);
  return { text: reply.text };
}

/** For this day and channel. Negative once that was said. */
export async function countRequestsLeft(
  db: Kysely<Database>,
  message: OwnMessage,
  { limits }: InboxSettings,
): Promise<number> {
  const rule = costs(message) ? "requests_by_text" : "requests_by_chat";
  const since = earlierBy(message.now, ruleOf(rule).window);
  const { count } = await db
    .selectFrom("chat_requests")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "=", message.user.userId)
    .where("is_charged", "=", bit(costs(message)))
    .where("received_at", ">", since)
    .executeTakeFirstOrThrow();
  return mostOf(rule, limits) - count;
}

/** Each answer by SMS or WhatsApp does. */
const costs = ({ channel }: IncomingMessage): boolean => textChannels.includes(channel);

interface Counted {
  userId: string;
  /** Each answer costs. */
  isCharged: boolean;
}

export async function recordRequest(
  trx: Transaction<Database>,
  { userId, isCharged, type, taskIds }: Counted & { type: ChatRequestType; taskIds: string[] },
  now: string,
): Promise<void> {
  const row = {
    id: newId(),
    user_id: userId,
    is_charged: bit(isCharged),
    type,
    task_ids: JSON.stringify(taskIds),
  };
  await trx
    .insertInto("chat_requests")
    .values({ ...row, received_at: now })
    .execute();
}

/** The user's last one that can be taken back, by whichever way it came. */
export async function findLastUndoable(
  trx: Transaction<Database>,
  userId: string,
  now: string,
): Promise<{ id: string; type: ChatRequestType; taskIds: string[] } | null> {
  const last = await trx
    .selectFrom("chat_requests")
    .select(["id", "type", "task_ids"])
    .where("user_id", "=", userId)
    .where("received_at", ">", earlierBy(now, { hours: hoursUndone }))
    .where("type", "in", ["added", "done"])
    .where("undone_at", "is", null)
    .orderBy("received_at", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();
  return last ? { ...last, taskIds: taskIdList.parse(JSON.parse(last.task_ids)) } : null;
}

export async function markUndone(
  trx: Transaction<Database>,
  id: string,
  now: string,
): Promise<void> {
  await trx.updateTable("chat_requests").set({ undone_at: now }).where("id", "=", id).execute();
}

export async function purgeChatRequests(db: Kysely<Database>, now: string): Promise<void> {
  const before = earlierBy(now, { hours: 24 * daysKept });
  await deleteInBatches(
    db,
    "chat_requests",
    db.selectFrom("chat_requests").where("received_at", "<", before),
  );
}

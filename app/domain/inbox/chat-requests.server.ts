import type { Kysely, Selectable, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { deleteInBatches } from "#db/sql/batches.ts";
import { bit } from "#app/domain/core/bit.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import { z } from "#app/domain/core/zod.ts";
import { limitOf, ruleOf } from "#app/domain/core/rate-limits/rules.server.ts";
import { textChannels } from "#app/domain/core/text-channels.ts";
import type { IncomingMessage } from "#app/domain/delegation/by-text/requests-to-number.server.ts";
import type { ChatRequestType, Database } from "#db/schema.ts";
import type { InboxSettings, OwnMessage, Reply } from "./reader.ts";
import { limitReached } from "./reply-texts.ts";

const daysKept = 7;
export const hoursUndone = 24;
const taskIdList = z.array(z.string());

export interface ChatReply {
  text: string;
  type: ChatRequestType;
  taskIds: string[];
  /** The question that waits for an answer, or the values that UNDO restores. */
  details?: object;
}

/** A reply to words that changed no task. */
export const otherReply = (text: string): ChatReply => ({ text, type: "other", taskIds: [] });

/**
 * Counts an account holder's request. The first one over the day's limit gets a reply that says so,
 * further ones get none.
 */
export async function answerCounted(
  trx: Transaction<Database>,
  message: OwnMessage,
  settings: InboxSettings,
  answer: () => Promise<ChatReply>,
): Promise<Reply> {
  const left = await countRequestsLeft(trx, message, settings);
  if (left < 0) return { text: null };
  const reply = left === 0 ? otherReply(limitReached()) : await answer();
  const counted = { userId: message.user.userId, isCharged: costs(message) };
  await recordRequest(trx, { ...counted, ...reply }, message.now);
  return { text: reply.text };
}

/** Counts this day and channel. Negative once the sender was told of the limit. */
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
  return limitOf(rule, limits) - count;
}

/** Each answer by SMS or WhatsApp costs. */
const costs = ({ channel }: IncomingMessage): boolean => textChannels.includes(channel);

interface Counted {
  userId: string;
  /** Each answer costs. */
  isCharged: boolean;
}

export async function recordRequest(
  trx: Transaction<Database>,
  { userId, isCharged, type, taskIds, details }: Counted & Omit<ChatReply, "text">,
  now: string,
): Promise<void> {
  const row = {
    id: newId(),
    user_id: userId,
    is_charged: bit(isCharged),
    type,
    task_ids: JSON.stringify(taskIds),
    details: details ? JSON.stringify(details) : null,
  };
  await trx
    .insertInto("chat_requests")
    .values({ ...row, received_at: now })
    .execute();
}

export interface PastRequest {
  id: string;
  type: ChatRequestType;
  taskIds: string[];
  /** Parsed JSON. */
  details: object | null;
  at: string;
}

/** Finds the user's last request, by any channel. */
export async function findLastRequest(
  trx: Transaction<Database>,
  userId: string,
): Promise<PastRequest | null> {
  const last = await lastRequestQuery(trx, userId).executeTakeFirst();
  return last ? toPastRequest(last) : null;
}

export function lastRequestQuery(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom("chat_requests")
    .select(["id", "type", "task_ids", "details", "received_at"])
    .where("user_id", "=", userId)
    .orderBy("received_at", "desc")
    .orderBy("id", "desc");
}

function toPastRequest({
  id,
  type,
  task_ids,
  details,
  received_at: at,
}: Pick<
  Selectable<Database["chat_requests"]>,
  "id" | "type" | "task_ids" | "details" | "received_at"
>): PastRequest {
  const taskIds = taskIdList.parse(JSON.parse(task_ids));
  return { id, type, taskIds, details: details ? JSON.parse(details) : null, at };
}

/** Lists the user's requests that can be undone, by any channel, the last one first. */
export async function listUndoable(
  trx: Transaction<Database>,
  userId: string,
  now: string,
): Promise<PastRequest[]> {
  const rows = await lastRequestQuery(trx, userId)
    .where("received_at", ">", earlierBy(now, { hours: hoursUndone }))
    .where("type", "in", ["added", "listed", "done", "moved", "deleted", "given"])
    .where("undone_at", "is", null)
    .execute();
  return rows.map(toPastRequest);
}

const keptVersions = z.object({ versions: z.record(z.string(), z.number()) });

/** Returns the version that the request gave the task: a new one has version 1. */
export function versionAfter({ details }: PastRequest, taskId: string): number {
  return keptVersions.safeParse(details).data?.versions[taskId] ?? 1;
}

export async function keepVersion(
  trx: Transaction<Database>,
  { id, details }: PastRequest,
  taskId: string,
  version: number,
): Promise<void> {
  const versions = { ...keptVersions.safeParse(details).data?.versions, [taskId]: version };
  const kept = JSON.stringify({ ...details, versions });
  await trx.updateTable("chat_requests").set({ details: kept }).where("id", "=", id).execute();
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

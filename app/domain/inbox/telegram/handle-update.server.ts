import type { Kysely, Transaction } from "kysely";
import { optIn, optOut } from "#app/domain/outbox/channels/opt-outs.server.ts";
import { recipientOf } from "#app/domain/outbox/others/recipient.server.ts";
import { findMessage } from "#app/domain/outbox/views/find-message.server.ts";
import { findUserByChat } from "#app/domain/preferences/preferences.server.ts";
import { actOnReminder } from "#app/domain/reminders/actions/act-on-reminder.server.ts";
import type { TelegramUpdate } from "#app/services/telegram/updates.server.ts";
import type { Database } from "#db/schema.ts";
import { answerButton } from "../answer-action.server.ts";
import { recordRequest } from "../chat-requests.server.ts";
import type { InboxSettings } from "../reader.ts";
import { type Receipt, receiveMessage } from "../receive-message.server.ts";
import { codeExpired, connected, movedAway } from "../reply-texts.ts";
import { isFirstAnswer } from "../unknown-sender.server.ts";
import { connectTelegram, findTypedCode } from "./connect-code.server.ts";

/** Sent after the transaction that it answers. */
export type Answer =
  | { type: "message"; chat: string; text: string }
  | { type: "tap"; id: string; text: string };

interface Incoming {
  update: TelegramUpdate;
  receipt: Receipt;
  settings: InboxSettings;
}

export async function handleUpdate(
  db: Kysely<Database>,
  incoming: Incoming,
  now: string,
): Promise<Answer[]> {
  const { message, callback_query: tap, my_chat_member: membership } = incoming.update;
  if (message?.chat.type === "private" && message.text)
    return answerMessage(db, { ...incoming, message: { ...message, text: message.text } }, now);
  return once(db, incoming.receipt, async (trx) => {
    if (membership?.chat.type === "private") await followMembership(trx, membership, now);
    return tap ? [await answerTap(trx, tap, now)] : [];
  });
}

function once(
  db: Kysely<Database>,
  receipt: Receipt,
  answer: (trx: Transaction<Database>) => Promise<Answer[]>,
): Promise<Answer[]> {
  return db.transaction().execute(async (trx) => ((await receipt.record(trx)) ? answer(trx) : []));
}

async function answerMessage(
  db: Kysely<Database>,
  {
    update,
    message,
    receipt,
    settings,
  }: Incoming & { message: { chat: { id: number }; text: string; date: number } },
  now: string,
): Promise<Answer[]> {
  const chat = String(message.chat.id);
  const [, start, typed] = /^(\/start )?\s*([\dA-Za-z]{12})$/.exec(message.text) ?? [];
  const { linkKey } = settings;
  const code = typed ? await findTypedCode(db, { typed, linkKey }, now) : undefined;
  if (code && !code.isOver)
    return once(db, receipt, (trx) => connect(trx, { userId: code.userId, chat }, now));
  if (code || (typed && start))
    return once(db, receipt, async (trx) => {
      const isUnknown = (await findUserByChat(trx, chat)).length === 0;
      const sender = recipientOf(linkKey, `code from ${chat}`);
      if (isUnknown && !(await isFirstAnswer(trx, sender, now))) return [];
      return [{ type: "message", chat, text: codeExpired() }];
    });
  const inbound = {
    providerId: `telegram:${update.update_id}`,
    channel: "telegram" as const,
    from: chat,
    body: message.text,
    receivedAt: new Date(message.date * 1_000).toISOString(),
  };
  const text = await receiveMessage(db, inbound, settings, now, receipt);
  return text === null ? [] : [{ type: "message", chat, text }];
}

/** Notifies the chat, and the user's previous chat. */
async function connect(
  trx: Transaction<Database>,
  { userId, chat }: { userId: string; chat: string },
  now: string,
): Promise<Answer[]> {
  const { firstName, wasAnothers, formerChat } = await connectTelegram(trx, { userId, chat }, now);
  const answer: Answer = { type: "message", chat, text: connected(firstName, { wasAnothers }) };
  return formerChat ? [answer, { type: "message", chat: formerChat, text: movedAway() }] : [answer];
}

/** Handles that a person blocked the bot, or started it again. */
async function followMembership(
  trx: Transaction<Database>,
  { chat, new_chat_member: { status } }: NonNullable<TelegramUpdate["my_chat_member"]>,
  now: string,
): Promise<void> {
  if (status === "kicked") await optOut(trx, String(chat.id), now);
  if (status === "member") await optIn(trx, String(chat.id));
}

type Tap = NonNullable<TelegramUpdate["callback_query"]>;

/** Answers a button on a reminder. */
async function answerTap(trx: Transaction<Database>, tap: Tap, now: string): Promise<Answer> {
  const text = (await actOnTap(trx, tap, now)) ?? "Nothing changed, this reminder is over.";
  return { type: "tap", id: tap.id, text };
}

function readButton(data: string) {
  const [, type, deliveryId = ""] = /^(done|snooze):([\da-f-]{36})$/.exec(data) ?? [];
  return type === "done" || type === "snooze" ? ({ type, deliveryId } as const) : null;
}

/** Returns null for anything but a button on a reminder that was sent to this chat's user. */
async function actOnTap(
  trx: Transaction<Database>,
  { data, message }: Tap,
  now: string,
): Promise<string | null> {
  const button = readButton(data ?? "");
  const [userId] = await findUserByChat(trx, String(message?.chat.id ?? ""));
  if (!userId || !button) return null;
  const { type, deliveryId } = button;
  if ((await findMessage(trx, deliveryId))?.user_id !== userId) return null;
  const acted = await actOnReminder(trx, { type, deliveryId }, now);
  if (!acted) return null;
  const words = await answerButton(trx, acted, null, now);
  if (acted === "left") return words;
  const { outcome, task } = acted;
  if (outcome !== "done" && outcome !== "snoozed") return words;
  await recordRequest(trx, { userId, isCharged: false, type: outcome, taskIds: [task.id] }, now);
  return outcome === "done" ? `${words} Write UNDO to take it back.` : words;
}

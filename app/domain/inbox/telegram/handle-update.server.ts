import type { Kysely, Transaction } from "kysely";
import { optIn, optOut } from "#app/domain/outbox/channels/opt-outs.server.ts";
import type { TextReceiver } from "#app/domain/outbox/message-type.ts";
import { recipientOf } from "#app/domain/outbox/others/recipient.server.ts";
import { type IsNew, receiveText } from "#app/domain/outbox/reports/inbound.server.ts";
import { findUserByChat } from "#app/domain/preferences/preferences.server.ts";
import type { TelegramUpdate } from "#app/services/telegram/updates.server.ts";
import type { Database } from "#db/schema.ts";
import { codeIsOver } from "../talking/reply-texts.ts";
import { isFirstAnswer } from "../talking/unknown-sender.server.ts";
import type { Answer } from "./answer.ts";
import { connectTelegram, findTypedCode } from "./connect-code.server.ts";
import { handleTap } from "./handle-tap.server.ts";

/** @param isNew passes the update in the transaction of what it causes */
export async function handleUpdate(
  db: Kysely<Database>,
  { update, isNew, receiver }: { update: TelegramUpdate; isNew: IsNew; receiver: TextReceiver },
  now: string,
): Promise<Answer[]> {
  const { message, callback_query: tap, my_chat_member: membership } = update;
  if (message?.chat.type === "private" && message.text)
    return answerMessage(
      db,
      { update, message: { ...message, text: message.text }, isNew, receiver },
      now,
    );
  return db.transaction().execute(async (trx) => {
    if (!(await isNew(trx))) return [];
    if (membership?.chat.type === "private") await followMembership(trx, membership, now);
    return tap ? [await handleTap(trx, tap, now)] : [];
  });
}

interface Incoming {
  update: TelegramUpdate;
  message: { chat: { id: number }; text: string; date: number };
  isNew: IsNew;
  receiver: TextReceiver;
}

async function answerMessage(
  db: Kysely<Database>,
  { update, message, isNew, receiver }: Incoming,
  now: string,
): Promise<Answer[]> {
  const chat = String(message.chat.id);
  const [, start, typed] = /^(\/start )?\s*([\dA-Za-z]{12})$/.exec(message.text) ?? [];
  const { linkKey } = receiver;
  const code = typed ? await findTypedCode(db, { typed, linkKey }, now) : undefined;
  const isUnknown = (await findUserByChat(db, chat)).length === 0;
  if (code || (typed && start)) {
    return db.transaction().execute(async (trx) => {
      if (!(await isNew(trx))) return [];
      if (code && !code.isOver) return connectTelegram(trx, { userId: code.userId, chat }, now);
      const sender = recipientOf(linkKey, `code from ${chat}`);
      if (isUnknown && !(await isFirstAnswer(trx, sender, now))) return [];
      return [{ type: "message", chat, text: codeIsOver() }];
    });
  }
  const inbound = {
    providerId: `telegram:${update.update_id}`,
    channel: "telegram" as const,
    from: chat,
    // A stranger's words change nothing, not even START.
    body: isUnknown ? "Hello" : message.text,
    receivedAt: new Date(message.date * 1_000).toISOString(),
  };
  const text = await receiveText(db, receiver, inbound, now, isNew);
  return text === null ? [] : [{ type: "message", chat, text }];
}

/** A person blocked the bot, or started it again. */
async function followMembership(
  trx: Transaction<Database>,
  { chat, new_chat_member: { status } }: NonNullable<TelegramUpdate["my_chat_member"]>,
  now: string,
): Promise<void> {
  if (status === "kicked") await optOut(trx, String(chat.id), now);
  if (status === "member") await optIn(trx, String(chat.id));
}

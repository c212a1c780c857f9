import type { Kysely, Transaction } from "kysely";
import { allow } from "#app/domain/core/rate-limits/allow.server.ts";
import { textChannels } from "#app/domain/core/text-channels.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { answerRequest } from "#app/domain/delegation/by-text/answer-request.server.ts";
import { readReply, readWords } from "#app/domain/delegation/by-text/reply-words.ts";
import {
  findRequestsTo,
  type IncomingMessage,
} from "#app/domain/delegation/by-text/requests-to-number.server.ts";
import { findOptedOut } from "#app/domain/outbox/channels/opt-outs.server.ts";
import { recipientOf } from "#app/domain/outbox/others/recipient.server.ts";
import { isRecorded, recordIfNew } from "#app/domain/outbox/reports/events.server.ts";
import { findPeopleByNumber } from "#app/domain/people/family/family-members.server.ts";
import { findHouseholdIds } from "#app/domain/people/household/membership.server.ts";
import { findPersonId } from "#app/domain/people/people.server.ts";
import { findUserByChat, findUsersByNumber } from "#app/domain/preferences/preferences.server.ts";
import type { InboundText } from "#app/services/sending.ts";
import type { Database } from "#db/schema.ts";
import { answerKeyword } from "./keywords.server.ts";
import {
  answerLastQuestion,
  answerMeant,
  answerOtherQuestion,
} from "./meant/answer-meant.server.ts";
import { readNewTask, saveNewTask, understandNewTask } from "./new-task.server.ts";
import { obeyCommand } from "./obey-command.server.ts";
import type { InboxSettings, Reader, Reply } from "./reader.ts";
import { answerRemoved, answerUnknown } from "./unknown-sender.server.ts";

/** Tried in this order until one replies. */
const readers: Reader[] = [
  answerKeyword,
  ignoreOptedOut,
  answerLastQuestion,
  answerOtherQuestion,
  answerRequest,
  obeyCommand,
  answerRemoved,
  answerMeant,
  readNewTask,
  answerUnknown,
];

/** Remembers in the database that a message was handled. */
export interface Receipt {
  isNew: (trx: Transaction<Database>) => Promise<boolean>;
  /**
   * Call it in the transaction of the message's effects. Returns false if the message was handled
   * before.
   */
  record: (trx: Transaction<Database>) => Promise<boolean>;
}

/**
 * Handles a message once, however often it is reported. Returns the reply, or null for none.
 * Senders can be forged, so a message alone never makes Mila write to others.
 */
export async function receiveMessage(
  db: Kysely<Database>,
  inbound: InboundText,
  settings: InboxSettings,
  now: string = nowIso(),
  receipt: Receipt = receiptOf(inbound, now),
): Promise<string | null> {
  const recipient = recipientOf(settings.linkKey, inbound.from);
  const once = (answer: (trx: Transaction<Database>) => Promise<Reply>) =>
    db.transaction().execute(async (trx) => {
      if (!(await receipt.isNew(trx))) return silence;
      const reply = await answer(trx);
      if (reply.newTask) return reply;
      await receipt.record(trx);
      const isTooMany =
        reply.text !== null &&
        (await isReplyTooMany(trx, { ...inbound, recipient }, settings, now));
      return isTooMany ? silence : reply;
    });
  const { text, newTask } = await once(async (trx) => {
    const sender = await findSender(trx, inbound, settings.timeZone);
    const requests = await findRequestsTo(trx, { ...inbound, ...sender, now });
    const words = readWords(inbound.body);
    const message = { ...inbound, ...words, ...sender, reply: readReply(words) };
    return read(trx, { ...message, recipient, requests, now }, settings);
  });
  if (!newTask) return text;
  const understood = await understandNewTask(db, newTask, settings);
  const saved = await once(
    async (trx) =>
      (await ignoreOptedOut(trx, newTask)) ?? saveNewTask(trx, newTask, understood, settings),
  );
  return saved.text;
}

const silence: Reply = { text: null };

const receiptOf = ({ providerId }: InboundText, now: string): Receipt => ({
  isNew: async (trx) => !(await isRecorded(trx, `${providerId}:received`)),
  record: (trx) => recordIfNew(trx, `${providerId}:received`, now),
});

async function read(
  trx: Transaction<Database>,
  message: IncomingMessage,
  settings: InboxSettings,
): Promise<Reply> {
  for (const reader of readers) {
    const reply = await reader(trx, message, settings);
    if (reply) return reply;
  }
  return silence;
}

/**
 * Only the user who confirmed this number last, or connected this chat, counts as its account
 * holder.
 */
async function findSender(
  db: Kysely<Database>,
  { channel, from }: InboundText,
  timeZone: string,
): Promise<Pick<IncomingMessage, "user" | "personIds">> {
  const isChat = channel === "telegram";
  const userIds = isChat ? await findUserByChat(db, from) : await findUsersByNumber(db, from);
  const [userId = ""] = userIds;
  const person = (await findPeople(db, userIds)).get(userId);
  const householdId = (await findHouseholdIds(db, userIds)).get(userId);
  const user =
    person && householdId
      ? { userId, householdId, timeZone: person.timeZone ?? timeZone }
      : undefined;
  const known = isChat ? [] : await findPeopleByNumber(db, from, userIds);
  // The user's family may have another number for them.
  const own = user && (await findPersonId(db, userId));
  return { user, personIds: [...new Set(own ? [own, ...known] : known)] };
}

async function ignoreOptedOut(
  trx: Transaction<Database>,
  { from }: IncomingMessage,
): Promise<Reply | null> {
  return (await findOptedOut(trx, [from])).size > 0 ? silence : null;
}

/**
 * Replies by SMS and WhatsApp cost, and two auto-responders may answer each other forever. The text
 * still takes effect.
 */
async function isReplyTooMany(
  trx: Transaction<Database>,
  { channel, recipient }: Pick<IncomingMessage, "channel" | "recipient">,
  { limits }: InboxSettings,
  now: string,
): Promise<boolean> {
  if (!textChannels.includes(channel)) return false;
  return (await allow(trx, [["replies", recipient]], now, limits)).refused !== null;
}

import type { Kysely, Transaction } from "kysely";
import { textChannels } from "#app/domain/core/text-channels.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { InboundText } from "#app/services/sending.ts";
import type { Database } from "#db/schema.ts";
import { optIn, optOut } from "../channels/opt-outs.server.ts";
import type { IncomingText, TextReceiver } from "../message-type.ts";
import { recipientOf } from "../others/recipient.server.ts";
import { countEvents, recordIfNew } from "./events.server.ts";

/** Twilio handles and answers these itself ("Default keywords" in its docs), unlike Telegram. */
const stopWords = new Set([
  "STOP",
  "STOPALL",
  "UNSUBSCRIBE",
  "CANCEL",
  "END",
  "QUIT",
  "REVOKE",
  "OPTOUT",
]);
const startWords = new Set(["START", "UNSTOP"]);
const helpWords = new Set(["HELP", "INFO"]);
/** In a chat, "Cancel" and the like are about the task. */
const chatStopWords = new Set(["STOP", "UNSUBSCRIBE"]);

/** Some texts only answer a question or a request, and don't count among an account holder's. */
const repliesForEachText = 2;

const chatAnswers = {
  stop: "All right, I won't write here. Send START to hear from me again.",
  start: "I write to you here. Send STOP to stop me.",
};

const helpText =
  "Mila sends reminders and requests from your family's task list. Reply STOP to stop messages, START to get them again.";

/**
 * Handles a text once, however often it is reported. Returns the reply, or null for none.
 * @param isNew tells this in the transaction of what the text causes
 */
export async function receiveText(
  db: Kysely<Database>,
  receiver: TextReceiver,
  text: InboundText,
  now: string = nowIso(),
  isNew: IsNew = (trx) => recordIfNew(trx, `${text.providerId}:received`, now),
): Promise<string | null> {
  const word = keywordOf(text);
  const incoming = { ...text, recipient: recipientOf(receiver.linkKey, text.from) };
  const answer = word
    ? answerKeyword(word, incoming)
    : await receiver.answerText(db, incoming, receiver, now);
  return db.transaction().execute(async (trx) => {
    if (!(await isNew(trx))) return null;
    const reply = await answer(trx, now);
    return reply !== null && (await isReplyTooMany(trx, { ...incoming, ...receiver }, now))
      ? null
      : reply;
  });
}

/** Replies by SMS and WhatsApp cost, and two programs may answer each other forever. What the text causes still counts. */
async function isReplyTooMany(
  trx: Transaction<Database>,
  { channel, recipient, providerId, textsADay }: IncomingText & Pick<TextReceiver, "textsADay">,
  now: string,
): Promise<boolean> {
  if (!textChannels.includes(channel)) return false;
  const repliesOfDay = `${recipient}:reply:${now.slice(0, "YYYY-MM-DD".length)}:`;
  if ((await countEvents(trx, repliesOfDay)) >= repliesForEachText * textsADay) return true;
  await recordIfNew(trx, `${repliesOfDay}${providerId}`, now);
  return false;
}

export type IsNew = (trx: Transaction<Database>) => Promise<boolean>;

type Keyword = "help" | "stop" | "start";

function keywordOf({ body, channel }: InboundText): Keyword | null {
  const word = body
    .trim()
    .replace(/^\/|[.!]+$/g, "")
    .toUpperCase();
  if (helpWords.has(word)) return "help";
  if ((channel === "telegram" ? chatStopWords : stopWords).has(word)) return "stop";
  return startWords.has(word) ? "start" : null;
}

function answerKeyword(keyword: Keyword, { from, channel, recipient }: IncomingText) {
  return async (trx: Transaction<Database>, now: string) => {
    if (keyword === "help") {
      // Strangers can write it as well, and each answer costs: one a day.
      const day = now.slice(0, "YYYY-MM-DD".length);
      const isFree = !textChannels.includes(channel);
      return isFree || (await recordIfNew(trx, `${recipient}:help:${day}`, now)) ? helpText : null;
    }
    if (keyword === "stop") await optOut(trx, from, now);
    if (keyword === "start") await optIn(trx, from);
    return channel === "telegram" ? chatAnswers[keyword] : null;
  };
}

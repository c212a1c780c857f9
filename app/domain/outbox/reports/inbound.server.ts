import type { Kysely } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { InboundText } from "#app/services/sending.ts";
import type { Database } from "#db/schema.ts";
import { optIn, optOut } from "../channels/opt-outs.server.ts";
import type { AnswerText } from "../message-type.ts";
import { recipientOf } from "../others/recipient.server.ts";
import { recordIfNew } from "./events.server.ts";

/** Twilio handles and answers these itself ("Default keywords" in its docs). */
const stopWords = new Set(["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT"]);
const startWords = new Set(["START", "UNSTOP"]);
const helpWords = new Set(["HELP", "INFO"]);

const helpText =
  "Mila sends reminders and requests from your family's task list. Reply STOP to stop messages, START to get them again.";

/** Handles a text once, however often it is reported. Returns the reply, or null for none. */
export async function receiveText(
  db: Kysely<Database>,
  { answerText, linkKey }: { answerText: AnswerText; linkKey: string },
  text: InboundText,
  now: string = nowIso(),
): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    if (!(await recordIfNew(trx, `${text.providerId}:received`, now))) return null;
    const word = text.body
      .trim()
      .replace(/[.!]+$/, "")
      .toUpperCase();
    if (helpWords.has(word)) return helpText;
    if (stopWords.has(word)) await optOut(trx, text.from, now);
    else if (startWords.has(word)) await optIn(trx, text.from);
    else return answerText(trx, { ...text, recipient: recipientOf(linkKey, text.from) }, now);
    return null;
  });
}

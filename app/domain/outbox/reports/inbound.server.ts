import type { Kysely } from "kysely";
import { answerByText } from "#app/domain/delegation/by-text/answer-by-text.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { InboundText } from "#app/services/sending.ts";
import type { Database } from "#db/schema.ts";
import { isNews } from "./events.server.ts";
import { optIn, optOut } from "../channels/opt-outs.server.ts";

/** Twilio's words, which it answers itself and stops or starts sending by (docs, "Default keywords"). */
const stopWords = new Set(["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT"]);
const startWords = new Set(["START", "UNSTOP"]);
const helpWords = new Set(["HELP", "INFO"]);

const helpText =
  "Mila sends reminders and requests from a family's task list. Reply STOP to get no more messages, START to get them again.";

/**
 * Takes what somebody has answered to a message, once however often it is told. Returns what to answer, or null.
 */
export async function takeInbound(
  db: Kysely<Database>,
  text: InboundText,
  now: string = nowIso(),
): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    if (!(await isNews(trx, `${text.providerId}:received`, now))) return null;
    const word = text.body
      .trim()
      .replace(/[.!]+$/, "")
      .toUpperCase();
    if (helpWords.has(word)) return helpText;
    if (stopWords.has(word)) await optOut(trx, text.from, now);
    else if (startWords.has(word)) await optIn(trx, text.from);
    else return answerByText(trx, text, now);
    return null;
  });
}

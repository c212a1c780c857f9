import type { Transaction } from "kysely";
import { answerByText } from "#app/domain/delegation/by-text/answer-by-text.server.ts";
import { readReply } from "#app/domain/delegation/by-text/reply-words.ts";
import { findRequestsTo } from "#app/domain/delegation/by-text/requests-to-number.server.ts";
import { findOptedOut } from "#app/domain/outbox/channels/opt-outs.server.ts";
import type { AnswerText, IncomingText } from "#app/domain/outbox/message-type.ts";
import type { Database } from "#db/schema.ts";
import { answerAccountHolder } from "./answer-account-holder.server.ts";
import { readRequest } from "./read-request.server.ts";
import { findAccountHolder } from "./sender.server.ts";
import { answerUnknown } from "./unknown-sender.server.ts";

/** Family without an account can answer requests, no more. Senders can be forged, so a text sends nothing to others. */
export const answerText: AnswerText = async (db, text, receiver, now) => {
  const user = await findAccountHolder(db, text, receiver.timeZone);
  const request = user && (await readRequest(db, { user, text, now }, receiver));
  return async (trx) => {
    if ((await findOptedOut(trx, [text.from])).size > 0) return null;
    if (await answersRequest(trx, text, { isAccountHolder: user !== undefined })) return answerByText(trx, text, now);
    return user && request
      ? answerAccountHolder(trx, { user, text, now }, request, receiver)
      : answerUnknown(trx, text, now);
  };
};

/** An account holder's other words are a new request. */
async function answersRequest(
  trx: Transaction<Database>,
  { from, body }: IncomingText,
  { isAccountHolder }: { isAccountHolder: boolean },
): Promise<boolean> {
  const requests = await findRequestsTo(trx, from);
  if (requests.length === 0) return false;
  if (!isAccountHolder) return true;
  const reply = readReply(body);
  const isOpen = requests.some(({ status }) => status === "pending");
  return !reply || reply.answer !== null || reply.number !== null || (isOpen && body.includes("?"));
}

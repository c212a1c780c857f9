import type { Transaction } from "kysely";
import { answerByText } from "#app/domain/delegation/by-text/answer-by-text.server.ts";
import { readReply } from "#app/domain/delegation/by-text/reply-words.ts";
import {
  findRequestsTo,
  type Texter,
} from "#app/domain/delegation/by-text/requests-to-number.server.ts";
import { findOptedOut } from "#app/domain/outbox/channels/opt-outs.server.ts";
import type { AnswerText, IncomingText } from "#app/domain/outbox/message-type.ts";
import type { Database } from "#db/schema.ts";
import { actByText, isNamed } from "./act-by-text.server.ts";
import { answerAccountHolder } from "./answer-account-holder.server.ts";
import { readCommand, readNamedCommand, type TaskCommand } from "./commands.ts";
import { readRequest } from "./read-request.server.ts";
import { findAccountHolder } from "./sender.server.ts";
import { answerUnknown } from "./unknown-sender.server.ts";

/** Family without an account can answer requests, no more. Senders can be forged, so a text sends nothing to others. */
export const answerText: AnswerText = async (db, text, receiver, now) => {
  const user = await findAccountHolder(db, text, receiver.timeZone);
  const request = user && (await readRequest(db, { user, text, now }, receiver));
  return async (trx) => {
    if ((await findOptedOut(trx, [text.from])).size > 0) return null;
    const texter = { ...text, userId: user?.userId };
    const done = user ? null : await readDone(trx, text, now);
    if (done) return (await actByText(trx, done, { user, text }, now)).text;
    if (await answersRequest(trx, texter, { isAccountHolder: user !== undefined }))
      return answerByText(trx, texter, now);
    return user && request
      ? answerAccountHolder(trx, { user, text, now }, request, receiver)
      : answerUnknown(trx, text, now);
  };
};

/** "Done" from someone without an account, about what they said yes to. */
async function readDone(
  trx: Transaction<Database>,
  text: IncomingText,
  now: string,
): Promise<TaskCommand | null> {
  const command = readCommand(text.body) ?? readNamedCommand(text.body);
  if (command?.command !== "done") return null;
  return (await isNamed(trx, command.name ?? "", { user: undefined, text }, now)) ? command : null;
}

/** An account holder's other words are a new request. */
async function answersRequest(
  trx: Transaction<Database>,
  texter: IncomingText & Texter,
  { isAccountHolder }: { isAccountHolder: boolean },
): Promise<boolean> {
  const { body } = texter;
  const requests = await findRequestsTo(trx, texter);
  if (requests.length === 0) return false;
  if (!isAccountHolder) return true;
  const reply = readReply(body);
  const isOpen = requests.some(({ status }) => status === "pending");
  return !reply || reply.answer !== null || reply.number !== null || (isOpen && body.includes("?"));
}

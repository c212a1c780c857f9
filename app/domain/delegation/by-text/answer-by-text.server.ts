import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { answerWithin } from "../answering/answer.server.ts";
import { findConversation, keepConversation } from "./conversation.server.ts";
import { quotedAmong } from "./quoted-request.ts";
import { findRequestsTo, type TextedRequest } from "./requests-to-number.server.ts";
import { readReply, type Reply } from "./reply-words.ts";
import { explain, sayAnswered, sayWhatBecame, whichOne } from "./reply-texts.ts";

/**
 * Takes a text as the answer to what its number was asked by text: the newest open request; of several, the one that is
 * named by its number in the list that is sent back. Words that say nothing are explained once for each request, so
 * that two machines do not talk to each other for ever.
 * @param from E.164
 * @returns what to say to it, or null for nothing
 */
export async function answerByText(
  trx: Transaction<Database>,
  { from, body }: { from: string; body: string },
  now: string,
): Promise<string | null> {
  const reply = readReply(body);
  const requests = await findRequestsTo(trx, from);
  const [newest] = requests;
  if (!reply || !newest) return null;
  const open = requests.filter(isOpen);
  const tapped = reply.quoted === null ? [] : quotedAmong(reply.quoted, requests);
  // A tap on what has been answered is no answer to what has not.
  if (tapped.length > 0 && !tapped.some(isOpen)) return null;
  const conversation = await findConversation(trx, from);
  const answer = reply.answer ?? (reply.number ? conversation.answer : null);
  const [only, ...more] = tapped.filter(isOpen);
  const chosen = only && more.length === 0 ? only : choose(open, reply, conversation.choices);
  if (answer && chosen) return answerOne(chosen, answer);
  if (answer && open.length > 1 && !isAsked()) return ask(answer);
  if (conversation.helped_about === newest.id) return null;
  // A yes to another list is none to the one that is sent now.
  const listed = open.length > 1 && !isListed() ? { answer: null, choices: idsOf(open) } : {};
  await keepConversation(trx, from, { ...conversation, ...listed, helped_about: newest.id });
  if (open.length > 0) return explain(open);
  return answer ? sayWhatBecame(newest) : null;

  async function answerOne(request: TextedRequest, said: "accept" | "decline") {
    await answerWithin(trx, request.id, { answer: said, ...(reply?.line && { line: reply.line }) }, now);
    // The list is still in sight on their phone: its numbers go on meaning what they meant.
    const choices = open.length > 1 ? conversation.choices : null;
    await keepConversation(trx, from, { ...conversation, answer: null, choices });
    return sayAnswered(request, said, open.length - 1);
  }

  /** The same question is asked once. */
  function isAsked(): boolean {
    return conversation.answer === answer && isListed();
  }

  function isListed(): boolean {
    return conversation.choices === idsOf(open);
  }

  async function ask(said: "accept" | "decline") {
    await keepConversation(trx, from, { ...conversation, answer: said, choices: idsOf(open) });
    return whichOne(open, said);
  }
}

function isOpen({ status }: TextedRequest): boolean {
  return status === "pending";
}

/** The request that is meant: the only one, or the one whose number in the list they say. */
function choose(open: TextedRequest[], { number }: Reply, choices: string | null): TextedRequest | undefined {
  if (number === null || !choices) return open.length === 1 ? open[0] : undefined;
  const id = choices.split(",")[number - 1];
  return open.find((request) => request.id === id);
}

function idsOf(requests: TextedRequest[]): string {
  return requests.map(({ id }) => id).join(",");
}

import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { recordAnswer } from "../answering/answer.server.ts";
import { findConversation, saveConversation } from "./conversation.server.ts";
import { findQuoted } from "./quoted-request.ts";
import { findRequestsTo, type TextedRequest } from "./requests-to-number.server.ts";
import { readReply, type Reply } from "./reply-words.ts";
import { explainHowToReply, confirmAnswer, explainStatus, askWhichOne } from "./reply-texts.ts";

/** Explains how to reply only once per request: two auto-responders would otherwise text each other forever. */
export async function answerByText(
  trx: Transaction<Database>,
  { from, body, recipient }: { from: string; body: string; recipient: string },
  now: string,
): Promise<string | null> {
  const reply = readReply(body);
  const requests = await findRequestsTo(trx, from);
  const [newest] = requests;
  if (!reply || !newest) return null;
  const open = requests.filter(isOpen);
  const tapped = reply.quoted === null ? [] : findQuoted(reply.quoted, requests);
  // A tap on an answered request must not answer another one.
  if (tapped.length > 0 && !tapped.some(isOpen)) return null;
  const conversation = await findConversation(trx, from);
  const answer = reply.answer ?? (reply.number ? conversation.answer : null);
  const [only, ...more] = tapped.filter(isOpen);
  const chosen = only && more.length === 0 ? only : choose(open, reply, conversation.choices);
  if (answer && chosen) return answerOne(chosen, answer);
  if (answer && open.length > 1 && !isAlreadyAsked()) return ask(answer);
  if (conversation.helped_about === newest.id) return null;
  // A yes to an earlier list must not apply to this one.
  const listed = open.length > 1 && !isListed() ? { answer: null, choices: idsOf(open) } : {};
  await saveConversation(trx, from, { ...conversation, ...listed, helped_about: newest.id });
  if (open.length > 0) return explainHowToReply(open);
  return answer ? explainStatus(newest) : null;

  async function answerOne(request: TextedRequest, decision: "accept" | "decline") {
    await recordAnswer(
      trx,
      request.id,
      { answer: decision, ...(reply?.line && { line: reply.line }), proof: { recipient } },
      now,
    );
    // They still see the list on their phone, so its numbers stay valid.
    const choices = open.length > 1 ? conversation.choices : null;
    await saveConversation(trx, from, { ...conversation, answer: null, choices });
    return confirmAnswer(request, decision, open.length - 1);
  }

  function isAlreadyAsked(): boolean {
    return conversation.answer === answer && isListed();
  }

  function isListed(): boolean {
    return conversation.choices === idsOf(open);
  }

  async function ask(decision: "accept" | "decline") {
    await saveConversation(trx, from, { ...conversation, answer: decision, choices: idsOf(open) });
    return askWhichOne(open, decision);
  }
}

function isOpen({ status }: TextedRequest): boolean {
  return status === "pending";
}

function choose(open: TextedRequest[], { number }: Reply, choices: string | null): TextedRequest | undefined {
  if (number === null || !choices) return open.length === 1 ? open[0] : undefined;
  const id = choices.split(",")[number - 1];
  return open.find((request) => request.id === id);
}

function idsOf(requests: TextedRequest[]): string {
  return requests.map(({ id }) => id).join(",");
}

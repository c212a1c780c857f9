import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { recordAnswer } from "../answering/answer.server.ts";
import { findHolderOf } from "../answering/changed-mind.server.ts";
import { type Conversation, findConversation, saveConversation } from "./conversation.server.ts";
import { findQuoted } from "./quoted-request.ts";
import { findRequestsTo, type TextedRequest, type Texter } from "./requests-to-number.server.ts";
import { readReply, type Reply } from "./reply-words.ts";
import {
  answeredTooOften,
  askWhichOne,
  confirmAnswer,
  explainHowToReply,
  explainStatus,
  someoneElseHasIt,
} from "./reply-texts.ts";

/** Explains how to reply only once per request: two auto-responders would otherwise text each other forever. */
export async function answerByText(
  trx: Transaction<Database>,
  texter: Texter & { body: string; recipient: string },
  now: string,
): Promise<string | null> {
  const { from, body, recipient } = texter;
  const reply = readReply(body);
  const requests = await findRequestsTo(trx, texter);
  const [newest] = requests;
  if (!reply || !newest) return null;
  const open = requests.filter(isOpen);
  const conversation = await findConversation(trx, from);
  const answered = findAnswered(requests, reply, conversation);
  if (!answered) return null;
  const { answer, able, chosen } = answered;
  if (answer && chosen) return answerOne(chosen, answer);
  if (answer && able.length > 1 && !isAlreadyAsked()) return ask(answer);
  if (conversation.helped_about === newest.id) return null;
  // A yes to an earlier list must not apply to this one.
  const listed = open.length > 1 && !isListed() ? { answer: null, choices: idsOf(open) } : {};
  await saveConversation(trx, from, { ...conversation, ...listed, helped_about: newest.id });
  if (open.length > 0) return explainHowToReply(open);
  return answer ? explainStatus(newest) : null;

  async function answerOne(request: TextedRequest, decision: "accept" | "decline") {
    const given = {
      answer: decision,
      ...(reply?.line && { line: reply.line }),
      proof: { recipient },
    };
    const outcome = await recordAnswer(trx, request.id, given, now);
    // They still see the list on their phone, so its numbers stay valid.
    const choices = able.length > 1 ? conversation.choices : null;
    await saveConversation(trx, from, { ...conversation, answer: null, choices });
    if (outcome === "too_often") return answeredTooOften(request);
    if (outcome === "taken") return someoneElseHasIt((await findHolderOf(trx, request.id)) ?? "");
    const others = isOpen(request) ? open.length - 1 : 0;
    return confirmAnswer(request, {
      answer: decision,
      tookBack: request.status === "accepted",
      others,
    });
  }

  function isAlreadyAsked(): boolean {
    return conversation.answer === answer && isListed();
  }

  function isListed(): boolean {
    return conversation.choices === idsOf(able);
  }

  async function ask(decision: "accept" | "decline") {
    await saveConversation(trx, from, { ...conversation, answer: decision, choices: idsOf(able) });
    return askWhichOne(able, decision);
  }
}

function isOpen({ status }: TextedRequest): boolean {
  return status === "pending";
}

interface Answered {
  answer: Reply["answer"];
  /** The requests that it can answer. */
  able: TextedRequest[];
  /** Undefined if it is not clear which. */
  chosen: TextedRequest | undefined;
}

/** Null for a tap on a request that was answered: it must not answer another one. */
function findAnswered(
  requests: TextedRequest[],
  reply: Reply,
  { answer: given, choices }: Pick<Conversation, "answer" | "choices">,
): Answered | null {
  const answer = reply.answer ?? (reply.number ? given : null);
  const tapped = reply.quoted === null ? [] : findQuoted(reply.quoted, requests);
  if (tapped.length === 0) {
    const able = whatItAnswers(requests, { ...reply, answer });
    return { answer, able, chosen: choose(able, reply, choices) };
  }
  const able = whatItAnswers(tapped, { ...reply, answer });
  if (able.length === 0) return null;
  return { answer, able, chosen: able.length === 1 ? able[0] : choose(able, reply, choices) };
}

/** Returns unanswered requests, or else answered ones whose answer can still change. */
function whatItAnswers(
  requests: TextedRequest[],
  { answer, isClear, number }: Pick<Reply, "answer" | "isClear" | "number">,
): TextedRequest[] {
  const open = requests.filter(isOpen);
  if (open.length > 0 || !answer || !(isClear || number)) return open;
  return requests.filter((request) =>
    answer === "accept" ? request.canTakeAgain : request.canTakeBack,
  );
}

function choose(
  open: TextedRequest[],
  { number }: Reply,
  choices: string | null,
): TextedRequest | undefined {
  if (number === null || !choices) return open.length === 1 ? open[0] : undefined;
  const id = choices.split(",")[number - 1];
  return open.find((request) => request.id === id);
}

function idsOf(requests: TextedRequest[]): string {
  return requests.map(({ id }) => id).join(",");
}

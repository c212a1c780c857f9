import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { recordAnswer } from "../answering/answer.server.ts";
import { findHolderOf } from "../answering/changed-mind.server.ts";
import { type Conversation, findConversation, saveConversation } from "./conversation.server.ts";
import type { IncomingMessage, TextedRequest } from "./requests-to-number.server.ts";
import { letters, type RequestReply } from "./reply-words.ts";
import {
  answeredTooOften,
  askWhichOne,
  confirmAnswer,
  explainHowToReply,
  explainStatus,
  someoneElseHasIt,
} from "./reply-texts.ts";

/** A check mark alone says that something is done, unless it answers a question. */
const checkMark = /^[✅✔]\ufe0f?$/u;
/** Enough to tell titles apart, and few enough to survive a cut-off message. */
const comparedLetters = 12;

type Decision = "accept" | "decline";

/**
 * Takes a yes or a no to a request. Returns null for other words; a `text` of null says nothing.
 */
export async function answerRequest(
  trx: Transaction<Database>,
  message: IncomingMessage,
): Promise<{ text: string | null } | null> {
  const { from, requests, reply } = message;
  if (requests.length === 0 || !isAnswer(message)) return null;
  if (!reply) return { text: null };
  const conversation = await findConversation(trx, from);
  const answered = findAnswered(requests, reply, conversation);
  if (!answered) return { text: null };
  const { answer, able, chosen } = answered;
  if (answer && chosen)
    return { text: await answerOne(trx, message, { answer, able, chosen, conversation }) };
  const isAsked = conversation.answer === answer && conversation.choices === idsOf(able);
  if (!answer || able.length < 2 || isAsked)
    return { text: await explain(trx, message, { answer, conversation }) };
  await saveConversation(trx, from, { ...conversation, answer, choices: idsOf(able) });
  return { text: askWhichOne(able, answer) };
}

/** Tells family without an account what Mila understands. Returns null if nobody has asked them. */
export async function explainAnswers(
  trx: Transaction<Database>,
  message: IncomingMessage,
): Promise<{ text: string | null } | null> {
  const { from, requests, reply } = message;
  if (requests.length === 0) return null;
  const conversation = await findConversation(trx, from);
  return { text: await explain(trx, message, { answer: reply?.answer ?? null, conversation }) };
}

function isAnswer({ plain, reply, requests, user }: IncomingMessage): boolean {
  const isAsked = requests.some(isOpen);
  if (!isAsked && checkMark.test(plain)) return false;
  // An account holder's "No school on Friday" is a task, unless they have just said yes.
  if (user && reply?.answer && reply.line !== null && !reply.isAddressed && !isAsked)
    return whatItAnswers(requests, reply).some(({ isLate }) => !isLate);
  if (!reply || reply.answer !== null || reply.number !== null) return true;
  // An account holder's other words are a new request.
  return user !== undefined && isAsked && (reply.isUnclear || plain.includes("?"));
}

async function answerOne(
  trx: Transaction<Database>,
  { from, recipient, requests, reply, now }: IncomingMessage,
  {
    answer,
    able,
    chosen,
    conversation,
  }: Answered & { answer: Decision; chosen: TextedRequest; conversation: Conversation },
): Promise<string> {
  const isOnce = answer === "decline" && chosen.isContinued;
  const given = {
    answer: isOnce ? ("decline_once" as const) : answer,
    ...(reply?.line && { line: reply.line }),
    proof: { recipient },
  };
  const outcome = await recordAnswer(trx, chosen.id, given, now);
  // They still see the list on their phone, so its numbers stay valid.
  const choices = able.length > 1 ? conversation.choices : null;
  await saveConversation(trx, from, { ...conversation, answer: null, choices });
  if (outcome === "too_often") return answeredTooOften(chosen);
  if (outcome === "taken") return someoneElseHasIt((await findHolderOf(trx, chosen.id)) ?? "");
  return confirmAnswer(chosen, {
    answer,
    tookBack: answer === "decline" && chosen.status === "accepted",
    others: isOpen(chosen) ? requests.filter(isOpen).length - 1 : 0,
  });
}

/**
 * Explains only once for each request: two auto-responders would otherwise text each other forever.
 */
async function explain(
  trx: Transaction<Database>,
  { from, requests }: IncomingMessage,
  { answer, conversation }: { answer: Decision | null; conversation: Conversation },
): Promise<string | null> {
  const newest = requests[0]!;
  if (conversation.helped_about === newest.id) return null;
  const open = requests.filter(isOpen);
  // A yes to an earlier list must not apply to this one.
  const isNewList = open.length > 1 && conversation.choices !== idsOf(open);
  const listed = isNewList ? { answer: null, choices: idsOf(open) } : {};
  await saveConversation(trx, from, { ...conversation, ...listed, helped_about: newest.id });
  if (open.length > 0) return explainHowToReply(open);
  return answer ? explainStatus(newest) : null;
}

function isOpen({ status, isAskedAgain }: TextedRequest): boolean {
  return status === "pending" || isAskedAgain;
}

interface Answered {
  answer: Decision | null;
  /** The requests that it can answer. */
  able: TextedRequest[];
  /** Undefined if it is not clear which. */
  chosen: TextedRequest | undefined;
}

/** Null for a tap on a request that was answered: it must not answer another one. */
function findAnswered(
  requests: TextedRequest[],
  reply: RequestReply,
  { answer: given, choices }: Conversation,
): Answered | null {
  const answer = reply.answer ?? (reply.number ? given : null);
  const tapped = reply.quoted === null ? [] : findQuoted(reply.quoted, requests);
  const isTapped = tapped.length > 0;
  const able = whatItAnswers(isTapped ? tapped : requests, { ...reply, answer });
  if (isTapped && able.length === 0) return null;
  const chosen = isTapped && able.length === 1 ? able[0] : choose(able, reply, choices);
  return { answer, able, chosen };
}

/** @param quoted the words after the question in the message that the phone quotes */
function findQuoted(quoted: string, requests: TextedRequest[]): TextedRequest[] {
  return requests.filter(({ title }) => {
    const start = letters(title).slice(0, comparedLetters);
    return start !== "" && letters(quoted).startsWith(start);
  });
}

/** Returns unanswered requests, or else answered ones whose answer can still change. */
function whatItAnswers(
  requests: TextedRequest[],
  { answer, isClear, number }: Pick<RequestReply, "answer" | "isClear" | "number">,
): TextedRequest[] {
  const open = requests.filter(isOpen);
  if (open.length > 0 || !answer || !(isClear || number)) return open;
  return requests.filter((request) =>
    answer === "accept" ? request.canTakeAgain : request.canTakeBack,
  );
}

function choose(
  open: TextedRequest[],
  { number }: RequestReply,
  choices: string | null,
): TextedRequest | undefined {
  if (number === null || !choices) return open.length === 1 ? open[0] : undefined;
  const id = choices.split(",")[number - 1];
  return open.find((request) => request.id === id);
}

function idsOf(requests: TextedRequest[]): string {
  return requests.map(({ id }) => id).join(",");
}

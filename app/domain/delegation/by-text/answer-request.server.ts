import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { recordAnswer } from "../answering/answer.server.ts";
import { findHolder, findHolderOf } from "../answering/changed-mind.server.ts";
import { findEndReason } from "../requests/end-reason.server.ts";
import { findRequests } from "../requests/find-requests.server.ts";
import { findLastAction } from "../views/last-action.server.ts";
import { type Conversation, findConversation, saveConversation } from "./conversation.server.ts";
import type { IncomingMessage, TextedRequest } from "./requests-to-number.server.ts";
import { letters, type RequestReply } from "./reply-words.ts";
import {
  answeredTooOften,
  askWhichOne,
  confirmAnswer,
  explainHowToReply,
  explainMissed,
  explainRemoved,
  explainStatus,
  explainTakingBack,
  someoneElseHasIt,
} from "./reply-texts.ts";

/** A check mark alone says that something is done, unless it answers a question. */
const checkMark = /^[✅✔]\ufe0f?$/u;
/** Enough to tell titles apart, and few enough to survive a cut-off message. */
const comparedLetters = 12;

type Decision = "accept" | "decline";

/**
 * Takes a yes or a no to a request. Returns null for other words. If `text` in the reply is null,
 * Mila sends nothing.
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

/**
 * Tells a family member without an account what Mila understands. Returns null if they have no
 * request.
 */
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
  // Other words from an account holder are a new request.
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
  const isOnce = answer === "decline" && chosen.isNoOnce;
  const given = {
    answer: isOnce ? ("decline_once" as const) : answer,
    ...(reply?.line && { line: reply.line }),
    proof: { recipient },
  };
  const outcome = await recordAnswer(trx, chosen.id, given, now);
  // The delegate still sees the list on their phone, so its numbers stay valid.
  const choices = able.length > 1 || reply?.number ? conversation.choices : null;
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
 * Explains only once for each state of a request: otherwise two auto-responders would text each
 * other forever.
 */
async function explain(
  trx: Transaction<Database>,
  message: IncomingMessage,
  { answer, conversation }: { answer: Decision | null; conversation: Conversation },
): Promise<string | null> {
  const { from, requests, reply } = message;
  const chosenId = reply?.number ? conversation.choices?.split(",")[reply.number - 1] : undefined;
  const meant = requests.find(({ id }) => id === chosenId) ?? requests[0]!;
  const about = `${meant.id} ${meant.isOver ? "over" : meant.status}`;
  if (conversation.helped_about === about) return null;
  const open = requests.filter(isOpen);
  // A yes to an earlier list must not apply to a new one.
  const isNewList = open.length > 1 && conversation.choices !== idsOf(open);
  const listed = isNewList ? { answer: null, choices: idsOf(open) } : {};
  await saveConversation(trx, from, { ...conversation, ...listed, helped_about: about });
  if (open.length > 0) return explainHowToReply(open);
  if (!answer) return null;
  return (await explainEnd(trx, meant, message)) ?? explainStatus(meant);
}

/** Says who has the task, or who removed it. Null if neither has happened. */
async function explainEnd(
  trx: Transaction<Database>,
  { id, status }: TextedRequest,
  { user, now }: IncomingMessage,
): Promise<string | null> {
  const found = (await findRequests(trx, [id])).get(id);
  if (found && status === "superseded") {
    const holder = await findHolder(trx, found);
    return holder && someoneElseHasIt(holder);
  }
  if (!found || status !== "deleted") return null;
  const why = await findEndReason(trx, found);
  if (why === "missed") return explainMissed();
  if (why === "back_again") return null;
  const { id: taskId, household_id: householdId, due_time_zone } = found.task;
  const timeZone = user?.timeZone ?? due_time_zone ?? "UTC";
  const reader = { userId: user?.userId ?? "", householdId, timeZone };
  const last = await findLastAction(trx, reader, taskId, now);
  return last?.as === "deleted" ? explainRemoved(last) : null;
}

/** Tells someone without an account how to take an answer back. Null if they gave none. */
export function explainUndo({ requests }: IncomingMessage): { text: string } | null {
  if (requests.some(isOpen)) return null;
  const [text] = requests.flatMap((request) => explainTakingBack(request) ?? []);
  return text === undefined ? null : { text };
}

function isOpen({ status, isAskedAgain }: TextedRequest): boolean {
  return status === "pending" || isAskedAgain;
}

interface Answered {
  answer: Decision | null;
  /** The requests that the reply can answer. */
  able: TextedRequest[];
  /** Undefined if the reply is ambiguous. */
  chosen: TextedRequest | undefined;
}

/**
 * Returns null for a tap on an answered request, because the tap must not answer another one. A tap
 * on a request that is not among these answers none: the number may have been somebody else's.
 */
function findAnswered(
  requests: TextedRequest[],
  reply: RequestReply,
  { answer: given, choices }: Conversation,
): Answered | null {
  const answer = reply.answer ?? (reply.number ? given : null);
  const isTapped = reply.quoted !== null;
  const meant = reply.quoted === null ? requests : findQuoted(reply.quoted, requests);
  if (meant.length === 0) return { answer: null, able: [], chosen: undefined };
  const able = whatItAnswers(meant, { ...reply, answer });
  if (isTapped && able.length === 0) return null;
  const chosen = isTapped && able.length === 1 ? able[0] : choose(able, reply, choices);
  return { answer, able, chosen };
}

/**
 * A title without letters may be any.
 * @param quoted the words after the question in the message that the phone quotes, maybe cut off
 */
function findQuoted(quoted: string, requests: TextedRequest[]): TextedRequest[] {
  const words = letters(quoted);
  const startOf = ({ title }: TextedRequest) => letters(title).slice(0, comparedLetters);
  const named = requests.filter((request) => {
    const start = startOf(request);
    return start !== "" && (words.startsWith(start) || start.startsWith(words));
  });
  return named.length > 0 ? named : requests.filter((request) => startOf(request) === "");
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

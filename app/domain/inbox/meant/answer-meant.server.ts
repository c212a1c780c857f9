import type { Transaction } from "kysely";
import { textLength } from "#app/domain/core/limits.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import { z } from "#app/domain/core/zod.ts";
import type { IncomingMessage } from "#app/domain/delegation/by-text/requests-to-number.server.ts";
import { findLastAction } from "#app/domain/delegation/views/last-action.server.ts";
import { hoursToAnswer } from "#app/domain/reminders/actions/list-reminded.server.ts";
import { describeMove } from "#app/domain/tasks/changing/describe-move.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import type { Change, Items, Question } from "#app/domain/understanding/intent/types.ts";
import type { Database } from "#db/schema.ts";
import {
  answerCounted,
  type ChatReply,
  findLastRequest,
  otherReply,
} from "../chat-requests.server.ts";
import { addItemsIn } from "#app/domain/lists/items.server.ts";
import { findListNamed } from "#app/domain/lists/lists.server.ts";
import { isChatter } from "../commands.ts";
import { isBareReply } from "../new-task.server.ts";
import type { InboxSettings, OwnMessage, Reply } from "../reader.ts";
import { maxListed } from "../reply-texts.ts";
import { undoLast } from "../undo.server.ts";
import { changeMeant, planChange, type Wanted } from "./change-meant.server.ts";
import {
  asksWho,
  findAsked,
  findDone,
  findMeant,
  inOrderOfWho,
  type OpenTask,
} from "./find-meant.server.ts";
import {
  askedTooLongAgo,
  askIfSure,
  askWhich,
  confirmChange,
  doneFound,
  listDone,
  noneFound,
  nothingChanged,
  offerTask,
  oneFound,
  refused,
  saidAway,
  severalFound,
  tooManyFit,
} from "./meant-texts.ts";
import { findAskedList } from "./asked-list.server.ts";
import { itemsAdded, listFound, listFull } from "./list-texts.ts";
import { type Meant, readMeant } from "./read-meant.server.ts";
import { findWhereabouts } from "./whereabouts.server.ts";

/** Mila's question about a change: which task, whether to do it, or whether to add a task. */
const question = z.object({
  asks: z.enum(["which", "sure", "add"]),
  /** The answer counts on the same channel. */
  channel: z.string(),
  /** The words of the change, and when they were written. */
  text: z.string(),
  at: z.string(),
  /** The due date of the task before the change, as a wall clock; empty if it has none. */
  seenDue: z.string().optional(),
});

type Asked = z.infer<typeof question>;

/** Answers an account holder's questions, and makes their changes. */
export async function answerMeant(
  trx: Transaction<Database>,
  message: IncomingMessage,
  settings: InboxSettings,
): Promise<Reply | null> {
  const own = ownWords(message);
  const meant = own && (await readMeant(trx, own.user, own.body, own.receivedAt));
  if (!own || !meant) return null;
  const { intent } = meant;
  const answer = (reply: () => Promise<ChatReply>) => answerCounted(trx, own, settings, reply);
  if (intent.type === "items") return answer(() => addToList(trx, own, intent));
  const list =
    intent.type === "question" ? await findAskedList(trx, own.user, own.body, intent) : null;
  if (list) return answer(async () => otherReply(listFound(list)));
  if (intent.type === "question") return answer(() => answerQuestion(trx, own, intent));
  if (intent.action === "undo") return answer(() => undoLast(trx, own));
  // The person of a change gets the task, or has done it.
  const found = await findMeant(trx, own.user, { ...intent, who: null });
  if (found.length === 0 && meant.mayBeTask) return null;
  const asked = { channel: own.channel, text: own.body, at: own.receivedAt };
  return answer(async () => {
    const [first] = found;
    if (!first) return ask(offerTask(intent, readerOf(own)), { ...asked, asks: "add" });
    if (found.length > 1) return askWhichOf(found, own, asked);
    return changeOrAsk(trx, own, first.id, { ...meant, intent }, asked);
  });
}

/** Someone who was asked something may ask Mila something else before they answer. */
export async function answerOtherQuestion(
  trx: Transaction<Database>,
  message: IncomingMessage,
  settings: InboxSettings,
): Promise<Reply | null> {
  const own = message.plain.includes("?") ? ownWords(message) : null;
  if (!own || own.requests.length === 0) return null;
  const meant = await readMeant(trx, own.user, own.body, own.receivedAt);
  if (meant?.intent.type !== "question" || meant.intent.words === null) return null;
  const { intent } = meant;
  if ((await findMeant(trx, own.user, intent)).length === 0) return null;
  return answerCounted(trx, own, settings, () => answerQuestion(trx, own, intent));
}

/** Takes "1", YES or NO to what Mila asked last, for as long as reminders can be answered. */
export async function answerLastQuestion(
  trx: Transaction<Database>,
  message: IncomingMessage,
  settings: InboxSettings,
): Promise<Reply | null> {
  const pending = await findPending(trx, message);
  if (!pending) return null;
  const { own, asked, isLate } = pending;
  const meant = isLate ? null : await readMeant(trx, own.user, asked.text, asked.at);
  if (meant && addsTask(pending, meant))
    return { text: null, newTask: { ...own, body: asked.text } };
  return answerCounted(trx, own, settings, async () => {
    if (isLate) return otherReply(askedTooLongAgo());
    const { intent = null, mayBeTask = false } = meant ?? {};
    return intent?.type === "change"
      ? takeAnswer(trx, pending, { intent, mayBeTask })
      : otherReply(nothingChanged());
  });
}

interface Pending {
  own: OwnMessage;
  asked: Asked;
  taskIds: string[];
  isYes: boolean;
  isNo: boolean;
  /** The position in the list that was sent, from 1. */
  number: number | null;
  isLate: boolean;
}

/** Leaves the answer to somebody's request, if that came later than the question. */
async function findPending(
  trx: Transaction<Database>,
  message: IncomingMessage,
): Promise<Pending | null> {
  const { user, reply, requests, channel, now } = message;
  if (!user || !reply || reply.quoted !== null || !isBareReply(message)) return null;
  const last = await findLastRequest(trx, user.userId);
  const asked = last?.type === "asked" ? question.parse(last.details) : null;
  if (!last || asked?.channel !== channel) return null;
  const isAskedSince = requests.some(
    ({ status, isAskedAgain, askedAt }) =>
      isAskedAgain || (status === "pending" && askedAt > last.at),
  );
  const isLate = last.at < earlierBy(now, { hours: hoursToAnswer });
  if (isAskedSince || (isLate && requests.length > 0)) return null;
  const [isYes, isNo] = [reply.answer === "accept", reply.answer === "decline"];
  const { taskIds } = last;
  return { own: { ...message, user }, asked, taskIds, isYes, isNo, number: reply.number, isLate };
}

/** YES adds what fits nothing, and NO what may be a new task. */
function addsTask({ asked: { asks }, isYes, isNo }: Pending, { mayBeTask }: Meant): boolean {
  return asks === "add" ? isYes : asks === "sure" && isNo && mayBeTask;
}

async function takeAnswer(
  trx: Transaction<Database>,
  { own, asked, taskIds, isYes, isNo, number }: Pending,
  meant: Meant & { intent: Change },
): Promise<ChatReply> {
  if (isNo) return otherReply(nothingChanged());
  const [first] = taskIds;
  if (asked.asks === "sure" && isYes && first) {
    const move = await describeMove(trx, own.user, first, asked.seenDue, own.now);
    const { title = "" } = (await findTask(trx, own.user, first)) ?? {};
    if (move) return otherReply(refused([`Nothing changed, ${move}: `, { words: title }, "."]));
    return changeSurely(trx, own, first, meant.intent);
  }
  const chosen = asked.asks === "which" && number ? taskIds[number - 1] : undefined;
  return chosen
    ? changeOrAsk(trx, own, chosen, { ...meant, mayBeTask: false }, asked)
    : askAgain(trx, own, meant, { ...asked, taskIds });
}

function ownWords(message: IncomingMessage): OwnMessage | null {
  const { user, plain, body } = message;
  const isOther = isChatter(plain) || isBareReply(message) || body.length > textLength.request;
  return user && !isOther ? { ...message, user, body: body.trim() } : null;
}

async function addToList(
  trx: Transaction<Database>,
  { user, providerId: requestId }: OwnMessage,
  { list: name, items: names }: Items,
): Promise<ChatReply> {
  const list = await findListNamed(trx, user, name);
  const added = list && (await addItemsIn(trx, user, list.id, { names, requestId }));
  if (!list || added === null || added === "too_many") return otherReply(listFull(name));
  const details = { listId: list.id, requestId };
  const isChanged = added.added.length + added.back.length > 0;
  const text = itemsAdded(added);
  return isChanged ? { text, type: "listed", taskIds: [], details } : otherReply(text);
}

const readerOf = ({ user: { timeZone }, now }: OwnMessage) => ({ timeZone, now });

async function answerQuestion(
  trx: Transaction<Database>,
  own: OwnMessage,
  asked: Question,
): Promise<ChatReply> {
  const away = await findWhereabouts(trx, own.user, { text: own.plain, asked }, own.now);
  if (away) return otherReply(saidAway(away));
  const all = await findAsked(trx, own.user, asked, own.now);
  const isWho = asksWho(own.plain) && asked.status === "open";
  const found = isWho ? inOrderOfWho(own.plain, all, own.user, own.now) : all;
  const reader = readerOf(own);
  const [first] = found;
  if (first && asked.status === "done") return otherReply(listDone(found, asked, reader));
  if (!first) return otherReply((await describeDone(trx, own, asked)) ?? noneFound(asked, reader));
  const asker = { ...reader, asksWho: asksWho(own.plain) };
  if (found.length > 1) return otherReply(severalFound(found, asked, asker));
  const { description = null } = (await findTask(trx, own.user, first.id)) ?? {};
  return otherReply(oneFound({ ...first, description }, asker));
}

/** "Is the gas bill paid?" asks about a task that may be done. */
async function describeDone(
  trx: Transaction<Database>,
  { user, now }: OwnMessage,
  { words }: Question,
): Promise<string | null> {
  const done = words === null ? undefined : await findDone(trx, user, words, now);
  const last = done && (await findLastAction(trx, user, done.id, now));
  return last ? doneFound(done.title, last.words) : null;
}

function ask(text: string, details: Asked, taskIds: string[] = []): ChatReply {
  return { text, type: "asked", taskIds, details };
}

function askWhichOf(found: OpenTask[], own: OwnMessage, asked: Omit<Asked, "asks">): ChatReply {
  if (found.length > maxListed) return otherReply(tooManyFit(found));
  const ids = found.map(({ id }) => id);
  return ask(askWhich(found, readerOf(own)), { ...asked, asks: "which" }, ids);
}

/** Asks first if others hear of it, if a whole series would end, or if it may be a new task. */
async function changeOrAsk(
  trx: Transaction<Database>,
  own: OwnMessage,
  taskId: string,
  { intent, mayBeTask }: Meant & { intent: Change },
  asked: Omit<Asked, "asks">,
): Promise<ChatReply> {
  const wanted = await planChange(trx, own.user, taskId, intent, own.now);
  if ("refused" in wanted) return otherReply(refused(wanted.refused));
  const endsSeries = wanted.action === "delete" && wanted.isRepeating;
  if (!wanted.reachesOthers && !endsSeries && !mayBeTask)
    return changeSurely(trx, own, taskId, intent);
  return askSure(own, wanted, asked, mayBeTask);
}

function askSure(
  own: OwnMessage,
  wanted: Wanted,
  asked: Omit<Asked, "asks">,
  isNewTask: boolean,
): ChatReply {
  const text = askIfSure(wanted, readerOf(own), { isNewTask });
  const { id, due_local: due } = wanted.task;
  return ask(text, { ...asked, asks: "sure", seenDue: due ?? "" }, [id]);
}

async function changeSurely(
  trx: Transaction<Database>,
  own: OwnMessage,
  taskId: string,
  intent: Change,
): Promise<ChatReply> {
  const wanted = await planChange(trx, own.user, taskId, intent, own.now);
  if ("refused" in wanted) return otherReply(refused(wanted.refused));
  const changed = await changeMeant(trx, own.user, wanted, own.now);
  if ("refused" in changed) return otherReply(refused(changed.refused));
  const text = confirmChange(changed, readerOf(own));
  return { text, type: changed.as, taskIds: [taskId], details: changed.before };
}

/** "3" of two, or YES to "1 or 2?", answers nothing. */
async function askAgain(
  trx: Transaction<Database>,
  own: OwnMessage,
  { intent, mayBeTask }: Meant & { intent: Change },
  { taskIds, ...asked }: Asked & { taskIds: string[] },
): Promise<ChatReply> {
  if (asked.asks === "add") return ask(offerTask(intent, readerOf(own)), asked);
  const open = await findMeant(trx, own.user, { words: null, day: null });
  const left = open.filter(({ id }) => taskIds.includes(id));
  const [first] = left;
  if (!first) return otherReply(nothingChanged());
  if (asked.asks === "which") return askWhichOf(left, own, asked);
  const wanted = await planChange(trx, own.user, first.id, intent, own.now);
  return "refused" in wanted
    ? otherReply(refused(wanted.refused))
    : askSure(own, wanted, asked, mayBeTask);
}

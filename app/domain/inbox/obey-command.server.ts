import type { Transaction } from "kysely";
import { instantOf, laterBy, wallClockAt } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { recordAnswer } from "#app/domain/delegation/answering/answer.server.ts";
import { findHolderOf } from "#app/domain/delegation/answering/changed-mind.server.ts";
import { letters } from "#app/domain/delegation/by-text/reply-words.ts";
import {
  confirmDone,
  explainStatus,
  movedMeanwhile,
  someoneElseHasIt,
} from "#app/domain/delegation/by-text/reply-texts.ts";
import {
  type IncomingMessage,
  listYeses,
  type SaidYes,
} from "#app/domain/delegation/by-text/requests-to-number.server.ts";
import { markTold } from "#app/domain/delegation/telling/told.server.ts";
import { fitText } from "#app/domain/outbox/rendering/fit-text.ts";
import { actOnReminder } from "#app/domain/reminders/actions/act-on-reminder.server.ts";
import { listReminded } from "#app/domain/reminders/actions/list-reminded.server.ts";
import { describeMove } from "#app/domain/tasks/changing/describe-move.server.ts";
import { doneFor } from "#app/domain/tasks/due/done-for.ts";
import { canBeDone, isGone, listTasksDue, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { answerAction, explainEnd } from "./answer-action.server.ts";
import { answerCounted, type ChatReply, other } from "./chat-requests.server.ts";
import { readCommand, readNamedCommand, type TaskCommand } from "./commands.ts";
import type { InboxSettings, OwnMessage, Reply } from "./reader.ts";
import { askWhichOne, hasLeft, maxListed, noReminder, todayList } from "./reply-texts.ts";
import { undoLast } from "./undo.server.ts";

/** Family without an account can only say what is done. */
export async function obeyCommand(
  trx: Transaction<Database>,
  message: IncomingMessage,
  settings: InboxSettings,
): Promise<Reply | null> {
  const { user, plain } = message;
  const command = readCommand(plain) ?? readNamedCommand(plain);
  if (!command) return null;
  const own = user && { ...message, user };
  if (command.command === "undo" || command.command === "list") {
    const obey = command.command === "undo" ? undoLast : listToday;
    return own ? answerCounted(trx, own, settings, () => obey(trx, own)) : null;
  }
  const meant = await listMeant(trx, command, message);
  if (meant.length === 0 && (!own || command.name !== null)) return null;
  if (own) return answerCounted(trx, own, settings, () => actByText(trx, command, meant, message));
  return command.command === "done" ? actByText(trx, command, meant, message) : null;
}

const hoursBefore = 12;

interface Candidate {
  task: Task;
  at: string;
  deliveryId?: string;
  request?: SaidYes;
}

/**
 * Lists what the sender was reminded of or said yes to, the last one first, or only those with the
 * command's name.
 */
async function listMeant(
  trx: Transaction<Database>,
  { name }: TaskCommand,
  { user, channel, personIds, now }: IncomingMessage,
): Promise<Candidate[]> {
  const requests = await listYeses(trx, personIds, now);
  const reminded = user ? await listReminded(trx, { ...user, channel }, now) : [];
  const isHere = ({ task }: { task: Task }) => task.household_id === user?.householdId;
  const byTask = new Map<string, Candidate>(
    // The newest request of a task comes first, and counts.
    requests.toReversed().map((request) => [request.task.id, { ...request, request }]),
  );
  for (const { task, at, deliveryId } of reminded.filter(isHere)) {
    const said = byTask.get(task.id);
    byTask.set(task.id, { ...said, task, at: said && said.at > at ? said.at : at, deliveryId });
  }
  const all = [...byTask.values()].toSorted((one, another) => another.at.localeCompare(one.at));
  if (name === null) return all.filter((candidate) => isTime(candidate, now));
  // A whole title counts for more than the start of one.
  const whole = all.filter(({ task }) => letters(task.title) === letters(name));
  return whole.length > 0
    ? whole
    : all.filter(({ task }) => letters(task.title).startsWith(letters(name)));
}

/**
 * A continued request opens as soon as the previous task is done, so one DONE must not complete
 * both.
 */
function isTime({ task, request, deliveryId }: Candidate, now: string): boolean {
  if (!request || request.request.continues_id === null || deliveryId) return true;
  return task.due_date === null || task.due_date < laterBy(now, { hours: hoursBefore });
}

/** Acts on the last one that is still to do, or asks which one if several are meant alike. */
async function actByText(
  trx: Transaction<Database>,
  { command, name }: TaskCommand,
  meant: Candidate[],
  message: IncomingMessage,
): Promise<ChatReply> {
  const able = meant.filter(command === "done" ? canFinish : canSnooze);
  const [last] = able;
  const alike = name === null ? able.filter(({ at }) => at === last?.at) : able;
  const titles = [...new Set(alike.map(({ task }) => task.title))];
  if (titles.length > 1 || (name === null && alike.length > 1))
    return other(askWhichOne(command, titles));
  const [chosen = meant.find(({ deliveryId }) => command === "done" || deliveryId)] = able;
  if (chosen?.deliveryId) return actOnReminded(trx, command, chosen.deliveryId, message);
  return chosen?.request
    ? finishRequest(trx, chosen.request, message)
    : answerNothing(trx, message);
}

/** A user who was reminded lately, but of none of these tasks, has left the household. */
async function answerNothing(
  trx: Transaction<Database>,
  { user, channel, now }: IncomingMessage,
): Promise<ChatReply> {
  const reminded = user ? await listReminded(trx, { ...user, channel }, now) : [];
  return other(reminded.length > 0 ? hasLeft() : noReminder());
}

/** A request that has ended is nothing to do, unless the task is its person's own. */
function canFinish({ task, deliveryId, request }: Candidate): boolean {
  return canBeDone(task) && (deliveryId !== undefined || request?.status === "accepted");
}

function canSnooze({ task, deliveryId }: Candidate): boolean {
  return deliveryId !== undefined && !task.is_completed && !isGone(task);
}

async function finishRequest(
  trx: Transaction<Database>,
  request: SaidYes,
  { recipient, user, now }: IncomingMessage,
): Promise<ChatReply> {
  const { asker, task, seenDue } = request;
  const { id } = request.request;
  const outcome = await recordAnswer(
    trx,
    id,
    { answer: "done", seenDue, proof: { recipient } },
    now,
  );
  if (outcome === "saved") {
    const text = confirmDone({ asker, title: task.title }, doneFor(task, now));
    return { text, type: "done", taskIds: [task.id] };
  }
  const timeZone = user?.timeZone ?? task.due_time_zone ?? "UTC";
  const reader = { userId: user?.userId ?? "", householdId: task.household_id, timeZone };
  const move = await describeMove(trx, reader, task.id, seenDue, now);
  if (!move) return other(await explainOver(trx, request, reader, now));
  await markTold(trx, request);
  return other(movedMeanwhile(move, task.title));
}

/** Says who did, deleted or has what the sender said yes to. */
async function explainOver(
  trx: Transaction<Database>,
  { request: { id }, task, status }: SaidYes,
  reader: ZonedViewer,
  now: string,
): Promise<string> {
  if (status === "completed" || status === "deleted") {
    const ended = await explainEnd(trx, reader, task, now);
    if (ended) return fitText(ended, "");
  }
  const holder = status === "done" ? null : await findHolderOf(trx, id);
  if (holder) return someoneElseHasIt(holder);
  return explainStatus({ status, title: task.title, canTakeBack: false });
}

async function actOnReminded(
  trx: Transaction<Database>,
  type: TaskCommand["command"],
  deliveryId: string,
  { user, providerId: cause, now }: IncomingMessage,
): Promise<ChatReply> {
  const acted = await actOnReminder(trx, { type, deliveryId, cause }, now);
  if (!acted || acted === "left") return other(noReminder());
  const { outcome, task } = acted;
  return {
    text: await answerAction(trx, acted, user?.timeZone ?? null, now),
    type: outcome === "done" || outcome === "snoozed" ? outcome : "other",
    taskIds: [task.id],
  };
}

async function listToday(
  trx: Transaction<Database>,
  { user: { householdId, timeZone }, now }: OwnMessage,
): Promise<ChatReply> {
  const tomorrow = wallClockAt(now, timeZone).toPlainDate().add({ days: 1 }).toPlainDateTime();
  const before = instantOf(tomorrow, timeZone);
  const today = await listTasksDue(trx, householdId, { from: now, before, most: maxListed });
  const overdue = await listTasksDue(trx, householdId, { before: now, most: 1 });
  return other(todayList(today, { overdue: overdue.count, timeZone }));
}

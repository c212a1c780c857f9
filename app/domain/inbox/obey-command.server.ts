import type { Transaction } from "kysely";
import { clockOf } from "#app/domain/tasks/due/is-over.server.ts";
import { instantOf, laterBy, wallClockAt } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { recordAnswer } from "#app/domain/delegation/answering/answer.server.ts";
import { findHolderOf } from "#app/domain/delegation/answering/changed-mind.server.ts";
import { explainUndo } from "#app/domain/delegation/by-text/answer-request.server.ts";
import {
  confirmDone,
  explainStatus,
  movedMeanwhile,
  someoneElseHasIt,
} from "#app/domain/delegation/by-text/reply-texts.ts";
import {
  type IncomingMessage,
  listToDo,
  type ToDo,
} from "#app/domain/delegation/by-text/requests-to-number.server.ts";
import { markNotified } from "#app/domain/delegation/telling/known-due.server.ts";
import { fitText } from "#app/domain/outbox/rendering/fit-text.ts";
import { actOnReminder } from "#app/domain/reminders/actions/act-on-reminder.server.ts";
import { listReminded } from "#app/domain/reminders/actions/list-reminded.server.ts";
import { describeMove } from "#app/domain/tasks/changing/describe-move.server.ts";
import { doneFor } from "#app/domain/tasks/due/done-for.ts";
import {
  canBeDone,
  isGone,
  listTasksAhead,
  listTasksOver,
  type Task,
} from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { answerAction, explainEnd } from "./answer-action.server.ts";
import { answerCounted, type ChatReply, otherReply } from "./chat-requests.server.ts";
import { type Command, readCommand, readNamedCommand, type TaskCommand } from "./commands.ts";
import { explainLeft, explainNoneNamed, obeyByName, withName } from "./named-task.server.ts";
import type { InboxSettings, OwnMessage, Reply } from "./reader.ts";
import { askWhichOne, hasLeft, maxListed, noReminder, todayList } from "./reply-texts.ts";
import { undoLast } from "./undo.server.ts";

/** Executes a command. */
export async function obeyCommand(
  trx: Transaction<Database>,
  message: IncomingMessage,
  settings: InboxSettings,
): Promise<Reply | null> {
  const { user, plain } = message;
  const command = readCommand(plain) ?? readNamedCommand(plain);
  if (!command) return null;
  if (!user) return obeyRelative(trx, command, message);
  const own = { ...message, user };
  return answerCounted(trx, own, settings, async () => {
    if (command.command === "undo") return undoLast(trx, own);
    if (command.command === "list") return listToday(trx, own);
    const meant = await listMeant(trx, command, message);
    const { name } = command;
    return meant.length === 0 && name !== null
      ? obeyByName(trx, { ...command, name }, own)
      : actByText(trx, command, meant, message);
  });
}

/** A family member without an account can only say that something is done. */
async function obeyRelative(
  trx: Transaction<Database>,
  command: Command,
  message: IncomingMessage,
): Promise<Reply | null> {
  if (command.command === "undo") return explainUndo(message);
  if (command.command === "list") return null;
  const meant = await listMeant(trx, command, message);
  const { name } = command;
  if (meant.length === 0 && name !== null)
    return explainNoneNamed(trx, name, message.personIds, message.now);
  if (command.command !== "done") return null;
  if (meant.length === 0) return explainNo(message);
  return actByText(trx, command, meant, message);
}

/** Somebody may do after all what they said no to lately: a yes must come first. */
function explainNo(message: IncomingMessage): { text: string } | null {
  const requests = message.requests.filter(({ isLate }) => !isLate);
  return explainUndo({ ...message, requests });
}

const hoursBefore = 12;

interface Candidate {
  task: Task;
  at: string;
  deliveryId?: string;
  request?: ToDo;
}

/**
 * Lists the tasks that the sender was reminded of or said yes to, the last one first, or those that
 * they have not answered if there are no others. Filters them by the command's name.
 */
async function listMeant(
  trx: Transaction<Database>,
  { name }: TaskCommand,
  { user, channel, personIds, now }: IncomingMessage,
): Promise<Candidate[]> {
  const requests = await listToDo(trx, personIds, now);
  const reminded = user ? await listReminded(trx, { ...user, channel }, now) : [];
  const isHere = ({ task }: { task: Task }) => task.household_id === user?.householdId;
  const byTask = new Map<string, Candidate>(
    // Keeps the newest request of each task.
    requests.toReversed().map((request) => [request.task.id, { ...request, request }]),
  );
  for (const { task, at, deliveryId } of reminded.filter(isHere)) {
    const said = byTask.get(task.id);
    byTask.set(task.id, { ...said, task, at: said && said.at > at ? said.at : at, deliveryId });
  }
  const all = [...byTask.values()].toSorted((one, another) => another.at.localeCompare(one.at));
  // A second DONE to the same reminder must not complete what they never answered.
  const answered = all.filter(({ at }) => at !== "");
  if (name === null)
    return (answered.length > 0 ? answered : all).filter((candidate) => isTime(candidate, now));
  return withName(all, name, ({ task }) => task.title);
}

/**
 * A continued request opens as soon as the previous task is done, so one DONE must not complete
 * both.
 */
function isTime({ task, request, deliveryId }: Candidate, now: string): boolean {
  if (!request || request.request.continues_id === null || deliveryId) return true;
  return task.due_date === null || task.due_date < laterBy(now, { hours: hoursBefore });
}

/** Acts on the last open task, or asks which one if several match equally well. */
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
    return otherReply(askWhichOne(command, titles));
  const [chosen = meant.find(({ deliveryId }) => command === "done" || deliveryId)] = able;
  if (chosen?.deliveryId) return actOnReminded(trx, command, chosen.deliveryId, message);
  return chosen?.request
    ? finishRequest(trx, chosen.request, message)
    : answerNothing(trx, message);
}

/** A user who was recently reminded, but of none of these tasks, has left the household. */
async function answerNothing(
  trx: Transaction<Database>,
  message: IncomingMessage,
): Promise<ChatReply> {
  const { user, channel, now } = message;
  const reminded = user ? await listReminded(trx, { ...user, channel }, now) : [];
  if (reminded.length > 0) return otherReply(hasLeft());
  const no = explainNo(message)?.text ?? (await explainLeft(trx, message));
  return otherReply(no ?? noReminder());
}

/** A task whose request has ended can't be finished, unless it is the person's own. */
function canFinish({ task, deliveryId, request }: Candidate): boolean {
  const isTheirs = request?.status === "accepted" || request?.status === "pending";
  return canBeDone(task) && (deliveryId !== undefined || isTheirs);
}

function canSnooze({ task, deliveryId }: Candidate): boolean {
  return deliveryId !== undefined && !task.is_completed && !isGone(task);
}

async function finishRequest(
  trx: Transaction<Database>,
  request: ToDo,
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
  if (!move) return otherReply(await explainOver(trx, request, reader, now));
  await markNotified(trx, request);
  return otherReply(movedMeanwhile(move, task.title));
}

/** Says who did, deleted or took over the task that the sender said yes to. */
async function explainOver(
  trx: Transaction<Database>,
  { request: { id }, task, status }: ToDo,
  reader: ZonedViewer,
  now: string,
): Promise<string> {
  if (status === "completed" || status === "deleted") {
    const ended = await explainEnd(trx, reader, task, now);
    if (ended) return fitText(ended, "");
  }
  const holder = status === "done" ? null : await findHolderOf(trx, id);
  if (holder) return someoneElseHasIt(holder);
  return explainStatus({ status, title: task.title, isOver: true });
}

async function actOnReminded(
  trx: Transaction<Database>,
  type: TaskCommand["command"],
  deliveryId: string,
  { user, providerId: cause, now }: IncomingMessage,
): Promise<ChatReply> {
  const acted = await actOnReminder(trx, { type, deliveryId, cause }, now);
  if (!acted || acted === "left") return otherReply(noReminder());
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
  const clock = clockOf({ timeZone }, now);
  const today = await listTasksAhead(trx, householdId, { clock, before, most: maxListed });
  const overdue = await listTasksOver(trx, householdId, { clock, most: 1 });
  return otherReply(todayList(today, { overdue: overdue.count, timeZone }));
}

import type { Transaction } from "kysely";
import { instantOf, laterBy, wallClockAt } from "#app/domain/core/time.ts";
import { recordAnswer } from "#app/domain/delegation/answering/answer.server.ts";
import { letters } from "#app/domain/delegation/by-text/reply-words.ts";
import { confirmDone } from "#app/domain/delegation/by-text/reply-texts.ts";
import {
  type AcceptedRequest,
  type IncomingMessage,
  listAccepted,
} from "#app/domain/delegation/by-text/requests-to-number.server.ts";
import { actOnReminder } from "#app/domain/reminders/actions/act-on-reminder.server.ts";
import { listReminded } from "#app/domain/reminders/actions/list-reminded.server.ts";
import { deleteTask, reopenTask } from "#app/domain/tasks/changing/task.server.ts";
import { doneFor } from "#app/domain/tasks/due/done-for.ts";
import {
  canBeDone,
  findTasks,
  isGone,
  listTasksDue,
  type Task,
} from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { answerAction } from "./answer-action.server.ts";
import { answerCounted, type ChatReply, other, takeLastUndoable } from "./chat-requests.server.ts";
import { readCommand, readNamedCommand, type TaskCommand } from "./commands.ts";
import type { InboxSettings, OwnMessage, Reply } from "./reader.ts";
import {
  askWhichOne,
  hasLeft,
  maxListed,
  nothingToUndo,
  noReminder,
  todayList,
  undone,
} from "./reply-texts.ts";

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
  request?: AcceptedRequest;
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
  const requests = await listAccepted(trx, personIds);
  const reminded = user ? await listReminded(trx, { ...user, channel }, now) : [];
  const isHere = ({ task }: { task: Task }) => task.household_id === user?.householdId;
  const byTask = new Map<string, Candidate>(
    requests.map((request) => [request.task.id, { ...request, request }]),
  );
  for (const { task, at, deliveryId } of reminded.filter(isHere))
    byTask.set(task.id, { ...byTask.get(task.id), task, at, deliveryId });
  const all = [...byTask.values()].toSorted((one, another) => another.at.localeCompare(one.at));
  if (name === null) return all.filter((candidate) => isTime(candidate, now));
  // A whole title counts for more than the start of one.
  const whole = all.filter(({ task }) => letters(task.title) === letters(name));
  return whole.length > 0
    ? whole
    : all.filter(({ task }) => letters(task.title).startsWith(letters(name)));
}

/** One that a yes to all goes on with opens as soon as the one before is done, which DONE means only once. */
function isTime({ task, request, deliveryId }: Candidate, now: string): boolean {
  if (!request?.isContinued || deliveryId) return true;
  return task.due_date === null || task.due_date < laterBy(now, { hours: hoursBefore });
}

/** Acts on the last one that is still to do, or asks which one if several are meant alike. */
async function actByText(
  trx: Transaction<Database>,
  { command, name }: TaskCommand,
  meant: Candidate[],
  message: IncomingMessage,
): Promise<ChatReply> {
  const able = meant.filter(command === "done" ? ({ task }) => canBeDone(task) : canSnooze);
  const [last] = able;
  const alike = name === null ? able.filter(({ at }) => at === last?.at) : able;
  const titles = [...new Set(alike.map(({ task }) => task.title))];
  if (titles.length > 1 || (name === null && alike.length > 1))
    return other(askWhichOne(command, titles));
  const chosen = last ?? meant.find(({ deliveryId }) => deliveryId);
  if (chosen?.request && command === "done") return finishRequest(trx, chosen.request, message);
  return chosen?.deliveryId
    ? actOnReminded(trx, command, chosen.deliveryId, message)
    : answerNothing(trx, message);
}

/** Whoever was reminded lately, but of nothing here, has left the household. */
async function answerNothing(
  trx: Transaction<Database>,
  { user, channel, now }: IncomingMessage,
): Promise<ChatReply> {
  const reminded = user ? await listReminded(trx, { ...user, channel }, now) : [];
  return other(reminded.length > 0 ? hasLeft() : noReminder());
}

function canSnooze({ task, deliveryId }: Candidate): boolean {
  return deliveryId !== undefined && !task.is_completed && !isGone(task);
}

async function finishRequest(
  trx: Transaction<Database>,
  { id, asker, task }: AcceptedRequest,
  { recipient, now }: IncomingMessage,
): Promise<ChatReply> {
  await recordAnswer(trx, id, { answer: "done", proof: { recipient } }, now);
  const text = confirmDone({ asker, title: task.title }, doneFor(task, now));
  return { text, type: "done", taskIds: [task.id] };
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

/** Takes back what the user's last text added or completed. */
async function undoLast(trx: Transaction<Database>, { user, now }: OwnMessage): Promise<ChatReply> {
  const last = await takeLastUndoable(trx, user.userId, now);
  const changed: string[] = [];
  for (const id of last?.taskIds ?? []) {
    const isChanged =
      last?.type === "added" ? await deleteTask(trx, user, id) : await reopenTask(trx, user, id);
    if (isChanged) changed.push(id);
  }
  const tasks = await findTasks(trx, changed);
  const found = changed.flatMap((id) => tasks.get(id) ?? []);
  const titles = found.map(({ title }) => title);
  // One that was done late is missed again.
  const isOpen = found.every(({ deleted_at }) => !deleted_at);
  const text = titles.length > 0 ? undone(titles, { isOpen }) : nothingToUndo();
  return { text, type: "other", taskIds: changed };
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

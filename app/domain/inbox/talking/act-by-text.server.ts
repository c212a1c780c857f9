import type { Kysely, Transaction } from "kysely";
import { recordAnswer } from "#app/domain/delegation/answering/answer.server.ts";
import { confirmDone } from "#app/domain/delegation/by-text/reply-texts.ts";
import {
  type AcceptedRequest,
  listAccepted,
} from "#app/domain/delegation/by-text/requests-to-number.server.ts";
import type { IncomingText } from "#app/domain/outbox/message-type.ts";
import { actOnReminder } from "#app/domain/reminders/actions/act-on-reminder.server.ts";
import { listReminded } from "#app/domain/reminders/actions/list-reminded.server.ts";
import { doneFor } from "#app/domain/tasks/due/done-for.ts";
import { canBeDone, isGone, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { answerAction } from "./answer-action.server.ts";
import type { TaskCommand } from "./commands.ts";
import { askWhichOne, noReminder } from "./reply-texts.ts";
import type { AccountHolder } from "./sender.server.ts";
import type { Reply } from "./talk.ts";

interface Sender {
  /** Undefined for family without an account. */
  user: AccountHolder | undefined;
  text: IncomingText;
}

interface Candidate {
  task: Task;
  at: string;
  deliveryId?: string;
  request?: AcceptedRequest;
}

/** Acts on the last one that its sender was reminded of or said yes to, and that is still to do, or on the one named. */
export async function actByText(
  trx: Transaction<Database>,
  { command, name }: TaskCommand,
  { user, text }: Sender,
  now: string,
): Promise<Reply> {
  const all = await listCandidates(trx, { user, text }, now);
  const canSnooze = ({ task, deliveryId }: Candidate) =>
    deliveryId && !task.is_completed && !isGone(task);
  const meant = name === null ? all : named(all, name);
  const able = meant.filter((one) => (command === "done" ? canBeDone(one.task) : canSnooze(one)));
  const [last] = able;
  const equals = name === null ? able.filter(({ at }) => at === last?.at) : able;
  const titles = [...new Set(equals.map(({ task }) => task.title))];
  if (titles.length > 1 || (name === null && equals.length > 1))
    return other(askWhichOne(command, titles));
  const chosen = last ?? meant.find(({ deliveryId }) => deliveryId);
  if (!chosen) return other(noReminder());
  const { task, request, deliveryId } = chosen;
  if (request && command === "done") {
    await recordAnswer(
      trx,
      request.id,
      { answer: "done", proof: { recipient: text.recipient } },
      now,
    );
    return {
      text: confirmDone({ ...request, title: task.title }, doneFor(task, now)),
      type: "done",
      taskIds: [task.id],
    };
  }
  const acted =
    deliveryId &&
    (await actOnReminder(trx, { type: command, deliveryId, cause: text.providerId }, now));
  if (!acted) return other(noReminder());
  const { outcome } = acted;
  const reply = await answerAction(trx, acted, user?.timeZone ?? null, now);
  return {
    text: reply,
    type: outcome === "done" || outcome === "snoozed" ? outcome : "other",
    taskIds: [task.id],
  };
}

/** Tells whether the words after "done" name one that can be done. */
export async function isNamed(
  db: Kysely<Database>,
  name: string,
  sender: Sender,
  now: string,
): Promise<boolean> {
  return named(await listCandidates(db, sender, now), name).length > 0;
}

async function listCandidates(
  db: Kysely<Database>,
  { user, text }: Sender,
  now: string,
): Promise<Candidate[]> {
  const requests = await listAccepted(db, { ...text, userId: user?.userId });
  const reminded = user ? await listReminded(db, { ...user, channel: text.channel }, now) : [];
  const byTask = new Map<string, Candidate>(
    requests.map((request) => [request.task.id, { ...request, request }]),
  );
  for (const { task, at, deliveryId } of reminded)
    byTask.set(task.id, { ...byTask.get(task.id), task, at, deliveryId });
  return [...byTask.values()].toSorted((one, another) => another.at.localeCompare(one.at));
}

/** A whole title counts for more than the start of one. */
function named(candidates: Candidate[], name: string): Candidate[] {
  const whole = candidates.filter(({ task }) => letters(task.title) === letters(name));
  return whole.length > 0
    ? whole
    : candidates.filter(({ task }) => letters(task.title).startsWith(letters(name)));
}

const letters = (words: string) =>
  words
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

const other = (text: string): Reply => ({ text, type: "other", taskIds: [] });

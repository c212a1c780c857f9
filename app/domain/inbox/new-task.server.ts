import type { Kysely, Transaction } from "kysely";
import { textLength } from "#app/domain/core/limits.ts";
import type { IncomingMessage } from "#app/domain/delegation/by-text/requests-to-number.server.ts";
import { describeRepeats } from "#app/domain/recurrence/schedule.server.ts";
import { listTooEarly } from "#app/domain/series/reminder-reach.server.ts";
import type { AddingRefused } from "#app/domain/tasks/adding/adding-limit.server.ts";
import type { TaskPlan } from "#app/domain/tasks/adding/plan-tasks.server.ts";
import { savePlan } from "#app/domain/tasks/adding/save-plan.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import {
  answerCounted,
  type ChatReply,
  countRequestsLeft,
  otherReply,
} from "./chat-requests.server.ts";
import { isChatter } from "./commands.ts";
import type { InboxSettings, OwnMessage, Reply } from "./reader.ts";
import { gotIt, tooLong } from "./reply-texts.ts";

/** Takes an account holder's words that no other reader took as a new task. */
export async function readNewTask(
  trx: Transaction<Database>,
  message: IncomingMessage,
  settings: InboxSettings,
): Promise<Reply | null> {
  const { user, body, plain } = message;
  if (!user) return null;
  if (isChatter(plain) || isBareReply(message)) return { text: null };
  const own = { ...message, user };
  const isTooLong = body.length > textLength.request;
  // Asks no model over the limit.
  if (isTooLong || (await countRequestsLeft(trx, own, settings)) <= 0)
    return answerCounted(trx, own, settings, async () => otherReply(tooLong()));
  return { text: null, newTask: own };
}

/** True for a yes, a no or a tap, which answers a question or nothing. */
export function isBareReply({ reply }: IncomingMessage): boolean {
  return !reply || ((reply.answer !== null || reply.number !== null) && reply.line === null);
}

/** May ask the model, which takes seconds. */
export async function understandNewTask(
  db: Kysely<Database>,
  { user, body, providerId: requestId, receivedAt }: OwnMessage,
  { logInfo }: InboxSettings,
): Promise<TaskPlan | AddingRefused> {
  // Loaded on first use: it needs the parser, which takes 3 MB of the worker's memory.
  const { planTasks } = await import("#app/domain/tasks/adding/plan-tasks.server.ts");
  // "Tomorrow" counts from when the message was written, even if it is read later.
  return planTasks(db, user, { text: body.trim(), requestId, now: receivedAt }, logInfo);
}

export function saveNewTask(
  trx: Transaction<Database>,
  message: OwnMessage,
  understood: TaskPlan | AddingRefused,
  settings: InboxSettings,
): Promise<Reply> {
  return answerCounted(trx, message, settings, async () =>
    "refused" in understood ? otherReply(understood.refused) : addTasks(trx, understood, message),
  );
}

/** Ignores turns, which would make Mila write to others: only pages add them. */
async function addTasks(
  trx: Transaction<Database>,
  plan: TaskPlan,
  { user, now }: OwnMessage,
): Promise<ChatReply> {
  const repeating = plan.repeating.map((one) => ({ ...one, turns: null }));
  const hasTurns = plan.repeating.some(({ turns }) => turns !== null);
  const added = await savePlan(trx, user, { ...plan, repeating });
  const taskIds = added.map(({ id }) => id);
  const byId = await findTasks(trx, taskIds);
  const tasks = taskIds.flatMap((id) => byId.get(id) ?? []);
  const unread =
    plan.readings.find(({ unread_repetition }) => unread_repetition)?.unread_repetition ?? null;
  const isTooEarly = (await listTooEarly(trx, user.userId, taskIds)).length > 0;
  const said = {
    timeZone: user.timeZone,
    now,
    hasTurns,
    repeats: describeFirst(plan),
    unread,
    unused: plan.readings.find(({ unused: words }) => words)?.unused ?? null,
    isTooEarly,
    unclearAssignee: added.find(({ unclearAssignee }) => unclearAssignee)?.unclearAssignee ?? null,
  };
  return { text: gotIt(tasks, said), type: "added", taskIds };
}

/** "every Monday" */
function describeFirst({ repeating, contents }: TaskPlan): string | null {
  const [first] = repeating;
  const startsOn = contents
    .find(({ id }) => id === first?.taskId)
    ?.due_local?.slice(0, "YYYY-MM-DD".length);
  const words = first && startsOn ? describeRepeats(first.repeats, startsOn) : null;
  return words && words.charAt(0).toLowerCase() + words.slice(1);
}

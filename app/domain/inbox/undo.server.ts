import type { Transaction } from "kysely";
import { z } from "#app/domain/core/zod.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { resumeUnanswered } from "#app/domain/delegation/asking/bring-back.server.ts";
import { findNotifiedIds } from "#app/domain/delegation/ending/notify-released.server.ts";
import { describeLater, findLastAction } from "#app/domain/delegation/views/last-action.server.ts";
import { fitText, type SentencePart } from "#app/domain/outbox/rendering/fit-text.ts";
import { undoAddedIn } from "#app/domain/lists/items.server.ts";
import { listMemberIds } from "#app/domain/people/household/membership.server.ts";
import {
  type Assignee,
  assigneeNamed,
  listHouseholdPeople,
} from "#app/domain/people/people.server.ts";
import { describeMove } from "#app/domain/tasks/changing/describe-move.server.ts";
import {
  changeTask,
  deleteTask,
  giveTask,
  reopenTask,
  restoreTask,
  setDueDate,
} from "#app/domain/tasks/changing/task.server.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import { giveToTurn } from "#app/domain/series/occurrences/give-to-turn.server.ts";
import { dueColumns } from "#app/domain/tasks/due/due.server.ts";
import { findTasks, findTaskOrDeleted, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { ChatRequestType, Database } from "#db/schema.ts";
import {
  type ChatReply,
  keepVersion,
  listUndoable,
  markUndone,
  type PastRequest,
  versionAfter,
} from "./chat-requests.server.ts";
import type { Before } from "./meant/change-meant.server.ts";
import type { OwnMessage } from "./reader.ts";
import { itemsTakenBack } from "./meant/list-texts.ts";
import { nothingToUndo, undone } from "./reply-texts.ts";

/**
 * Undoes what the user's last text added or completed, except tasks that somebody has changed
 * since.
 */
export async function undoLast(
  trx: Transaction<Database>,
  { user, now }: OwnMessage,
): Promise<ChatReply> {
  const [last, ...earlier] = await listUndoable(trx, user.userId, now);
  if (!last) return { text: nothingToUndo(), type: "other", taskIds: [] };
  if (last.type === "listed") return undoListed(trx, user, last, now);
  const changed: string[] = [];
  const kept: SentencePart[][] = [];
  for (const id of last.taskIds) {
    const task = await findTaskOrDeleted(trx, user, id);
    const why = task && (await takeBack(trx, user, task, { ...last, now }));
    if (why) kept.push(why);
    if (why !== null) continue;
    changed.push(id);
    await letEarlierFollow(trx, user, id, last, earlier);
  }
  // If nothing could be undone, this text stays the last one, so that another undo doesn't reach
  // the text before it.
  if (changed.length > 0 || kept.length === 0) await markUndone(trx, last.id, now);
  const tasks = await findTasks(trx, changed);
  const found = changed.flatMap((id) => tasks.get(id) ?? []);
  const titles = found.map(({ title }) => title);
  // Undoing a late completion makes the task missed again.
  const isOpen =
    !["moved", "given"].includes(last.type) && found.every(({ deleted_at }) => !deleted_at);
  return { text: answer(titles, kept, isOpen), type: "other", taskIds: changed };
}

const listedItems = z.object({ listId: z.string(), requestId: z.string() });

async function undoListed(
  trx: Transaction<Database>,
  user: ZonedViewer,
  { id, details }: PastRequest,
  now: string,
): Promise<ChatReply> {
  const { listId, requestId } = listedItems.parse(details);
  const isUndone = await undoAddedIn(trx, user, listId, requestId);
  await markUndone(trx, id, now);
  return { text: isUndone ? itemsTakenBack() : nothingToUndo(), type: "other", taskIds: [] };
}

/** Lets another UNDO take back the user's change before this one, which nobody else has touched. */
async function letEarlierFollow(
  trx: Transaction<Database>,
  user: ZonedViewer,
  taskId: string,
  { details }: PastRequest,
  earlier: PastRequest[],
): Promise<void> {
  const change = beforeChange.safeParse(details).data;
  const before = earlier.find(
    (request) =>
      request.taskIds.includes(taskId) && versionAfter(request, taskId) === change?.versionBefore,
  );
  const task = before && (await findTaskOrDeleted(trx, user, taskId));
  if (task) await keepVersion(trx, before, taskId, task.version);
}

function answer(titles: string[], kept: SentencePart[][], isOpen: boolean): string {
  if (titles.length === 0 && kept.length === 0) return nothingToUndo();
  const first = titles.length > 0 ? undone(titles, { isOpen }) : ["Nothing changed."];
  return fitText([...first, ...kept.flatMap((why): SentencePart[] => [" ", ...why])], "");
}

/**
 * Returns why the task stays as it is, undefined if there is nothing to say, or null if it was
 * undone.
 */
async function takeBack(
  trx: Transaction<Database>,
  user: ZonedViewer,
  task: Task,
  { now, ...request }: PastRequest & { now: string },
): Promise<SentencePart[] | null | undefined> {
  const { type } = request;
  if (type === "moved" || type === "given")
    return takeBackEdit(trx, user, task, { ...request, type, now });
  const built =
    type === "added"
      ? await whatWasBuilt(trx, user, task, { version: versionAfter(request, task.id) }, now)
      : await whoDidSince(trx, user, task, now);
  if (built) return built;
  if (await reverse(trx, user, task.id, type)) return null;
  const isStill = type === "done" ? task.is_completed : type === "deleted" && task.deleted_at;
  const later = isStill ? await describeLater(trx, user, task.id) : null;
  const state = type === "done" ? "done" : "deleted";
  return later ? [`${later}, so "`, { words: task.title }, `" stays ${state}.`] : undefined;
}

function reverse(
  trx: Transaction<Database>,
  user: ZonedViewer,
  taskId: string,
  type: ChatRequestType,
): Promise<boolean> {
  if (type === "added") return deleteTask(trx, user, taskId);
  return type === "deleted"
    ? restoreTask(trx, user, taskId, { isUndo: true })
    : reopenTask(trx, user, taskId);
}

interface TakenFrom extends Pick<Before, "assignee" | "hadTurn" | "requestId"> {
  to: Assignee;
}

const beforeChange: z.ZodType<Before> = z.object({
  due: z.string().nullable(),
  timeZone: z.string(),
  hasTime: z.boolean().optional(),
  assignee: z.string().nullable(),
  hadTurn: z.boolean().optional(),
  requestId: z.string().nullable(),
  versionBefore: z.number(),
  versions: z.record(z.string(), z.number()),
});

/**
 * Gives the task its day or its person back, if nobody has changed it since. Returns null if it
 * did, or why it did not.
 */
export async function takeBackEdit(
  trx: Transaction<Database>,
  user: ZonedViewer,
  task: Task,
  {
    type,
    details,
    at,
    now,
  }: Pick<PastRequest, "details" | "at"> & { type: "moved" | "given"; now: string },
): Promise<SentencePart[] | null> {
  const before = beforeChange.parse(details);
  const changed: SentencePart[] = ['"', { words: task.title }, '" was changed since.'];
  if (task.version !== before.versions[task.id]) {
    const isOthers = task.moved_by !== null && task.moved_by !== user.userId;
    const move = isOthers ? await describeMove(trx, user, task.id, "", now) : null;
    const moved: SentencePart[] | null = move ? [`${move}: `, { words: task.title }, "."] : null;
    return (await whoDidSince(trx, user, task, now)) ?? moved ?? changed;
  }
  if (type === "given") {
    const people = before.assignee === null ? [] : await listHouseholdPeople(trx, user.householdId);
    const to = assigneeNamed(people, before.assignee);
    return takeBackGiven(trx, user, task, { ...before, to }, now);
  }
  const { due, timeZone, hasTime } = before;
  const isTakenBack = due
    ? await setDueDate(trx, user, task.id, due, timeZone, { undoneMove: at, hasTime })
    : await changeTask(trx, user, task.id, dueColumns(null, timeZone));
  return isTakenBack ? null : changed;
}

/**
 * Gives the task back to the person who had it. Someone who said yes, and heard that somebody else
 * has it, does not get it back untold. Returns null if it did, or why it did not.
 * @param requestId the request that the giving ended
 */
export async function takeBackGiven(
  trx: Transaction<Database>,
  user: ZonedViewer,
  task: Task,
  { to, assignee, hadTurn = false, requestId }: TakenFrom,
  now: string,
): Promise<SentencePart[] | null> {
  const ids = requestId ? [requestId] : [];
  const holder = task.assignee ?? "somebody else";
  if (assignee !== null && (await findNotifiedIds(trx, ids)).length > 0)
    return [
      { words: assignee },
      " knows that ",
      { words: holder },
      " has it now. Ask again in Mila.",
    ];
  if (!(await giveTask(trx, user, task, to)))
    return ['"', { words: task.title }, '" was changed since.'];
  if (hadTurn) await giveTurnBack(trx, task.id, now);
  if (requestId) await resumeUnanswered(trx, { id: requestId, taskId: task.id }, now);
  return null;
}

async function giveTurnBack(trx: Transaction<Database>, taskId: string, now: string) {
  const task = (await findTasks(trx, [taskId])).get(taskId);
  if (!task) return;
  await giveToTurn(trx, task);
  await announceTaskChange(trx, [taskId], now);
}

/** Returns "Sam completed "Trash" at 8:10 PM.", or null unless somebody else changed it last. */
async function whoDidSince(
  trx: Transaction<Database>,
  user: ZonedViewer,
  task: Task,
  now: string,
): Promise<SentencePart[] | null> {
  const last = await findLastAction(trx, user, task.id, now);
  if (!last || last.isOwn) return null;
  return [`${last.who} "`, { words: task.title }, `" ${last.when}.`];
}

/** Returns what has happened to the task since it was added, when it had this version. */
export async function whatWasBuilt(
  trx: Transaction<Database>,
  user: ZonedViewer,
  task: Task,
  { version, isByOthers = false }: { version: number; isByOthers?: boolean },
  now: string,
): Promise<SentencePart[] | null> {
  const title = { words: task.title };
  const since = await whoDidSince(trx, user, task, now);
  if (since) return since;
  if (task.deleted_at || task.version === version) return null;
  const last = task.is_completed ? await findLastAction(trx, user, task.id, now) : undefined;
  if (last) return [`${last.who} "`, title, `" ${last.when}.`];
  if (task.delegation_status === "accepted")
    return [`${task.assignee ?? "Someone"} said yes to "`, title, '".'];
  const isOthers = task.moved_by !== null && task.moved_by !== user.userId;
  const move = isOthers ? await describeMove(trx, user, task.id, "", now) : null;
  if (move) return [`${move}: `, title, "."];
  // Tasks do not record who edited them, so nobody else may have.
  const isAlone = !isByOthers && (await listMemberIds(trx, user.householdId)).length === 1;
  return isAlone ? null : ['"', title, '" was changed since. You can delete it in Mila.'];
}

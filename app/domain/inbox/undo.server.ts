import type { Transaction } from "kysely";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { describeLater, findLastAction } from "#app/domain/delegation/views/last-action.server.ts";
import { fitText, type SentencePart } from "#app/domain/outbox/rendering/fit-text.ts";
import { listMemberIds } from "#app/domain/people/household/membership.server.ts";
import { describeMove } from "#app/domain/tasks/changing/describe-move.server.ts";
import { deleteTask, reopenTask } from "#app/domain/tasks/changing/task.server.ts";
import { findTasks, findTaskOrDeleted, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { ChatRequestType, Database } from "#db/schema.ts";
import { type ChatReply, findLastUndoable, markUndone } from "./chat-requests.server.ts";
import type { OwnMessage } from "./reader.ts";
import { nothingToUndo, undone } from "./reply-texts.ts";

/**
 * Takes back what the user's last text added or completed, but for what somebody has built on
 * since.
 */
export async function undoLast(
  trx: Transaction<Database>,
  { user, now }: OwnMessage,
): Promise<ChatReply> {
  const last = await findLastUndoable(trx, user.userId, now);
  const changed: string[] = [];
  const kept: SentencePart[][] = [];
  for (const id of last?.taskIds ?? []) {
    const task = await findTaskOrDeleted(trx, user, id);
    const why = task && (await takeBack(trx, user, task, { type: last?.type, now }));
    if (task && why === null) changed.push(id);
    else if (why) kept.push(why);
  }
  // An unchanged task can be undone again, rather than the text before it.
  if (last && (changed.length > 0 || kept.length === 0)) await markUndone(trx, last.id, now);
  const tasks = await findTasks(trx, changed);
  const found = changed.flatMap((id) => tasks.get(id) ?? []);
  const titles = found.map(({ title }) => title);
  // A task that was completed late becomes missed again.
  const isOpen = found.every(({ deleted_at }) => !deleted_at);
  return { text: answer(titles, kept, isOpen), type: "other", taskIds: changed };
}

function answer(titles: string[], kept: SentencePart[][], isOpen: boolean): string {
  if (titles.length === 0 && kept.length === 0) return nothingToUndo();
  const first = titles.length > 0 ? undone(titles, { isOpen }) : ["Nothing changed."];
  return fitText([...first, ...kept.flatMap((why): SentencePart[] => [" ", ...why])], "");
}

/**
 * Returns why the task stays as it is; undefined if there is nothing to say; null if it was taken
 * back.
 */
async function takeBack(
  trx: Transaction<Database>,
  user: ZonedViewer,
  task: Task,
  { type, now }: { type: ChatRequestType | undefined; now: string },
): Promise<SentencePart[] | null | undefined> {
  const built =
    type === "added"
      ? await whatWasBuilt(trx, user, task, now)
      : await whoDidSince(trx, user, task, now);
  if (built) return built;
  const isTakenBack =
    type === "added" ? await deleteTask(trx, user, task.id) : await reopenTask(trx, user, task.id);
  if (isTakenBack) return null;
  const later =
    type === "done" && task.is_completed ? await describeLater(trx, user, task.id) : null;
  return later ? [`${later}, so "`, { words: task.title }, '" stays done.'] : undefined;
}

/** "Sam completed "Trash" at 8:10 PM." Null unless somebody else did something to it last. */
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

/** The history of the task since it was added. */
async function whatWasBuilt(
  trx: Transaction<Database>,
  user: ZonedViewer,
  task: Task,
  now: string,
): Promise<SentencePart[] | null> {
  const title = { words: task.title };
  const since = await whoDidSince(trx, user, task, now);
  if (since) return since;
  if (task.deleted_at || task.version === 1) return null;
  const last = task.is_completed ? await findLastAction(trx, user, task.id, now) : undefined;
  if (last) return [`${last.who} "`, title, `" ${last.when}.`];
  if (task.delegation_status === "accepted")
    return [`${task.assignee ?? "Someone"} said yes to "`, title, '".'];
  const isOthers = task.moved_by !== null && task.moved_by !== user.userId;
  const move = isOthers ? await describeMove(trx, user, task.id, "", now) : null;
  if (move) return [`${move}: `, title, "."];
  // Tasks do not record who edited them.
  const isAlone = (await listMemberIds(trx, user.householdId)).length === 1;
  return isAlone ? null : ['"', title, '" was changed since. You can delete it in Mila.'];
}

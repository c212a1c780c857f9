import type { Kysely } from "kysely";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { findPresent } from "#app/domain/series/card-series.server.ts";
import { findTooFarAhead } from "#app/domain/series/occurrences/far-ahead.server.ts";
import { saysNothingToDo } from "#app/domain/understanding/message/says-nothing.ts";
import type { AddingRefused } from "#app/domain/tasks/adding/adding-limit.server.ts";
import { addTasks } from "#app/domain/tasks/adding/add-task.server.ts";
import { describeMove } from "#app/domain/tasks/changing/describe-move.server.ts";
import { tickItem } from "#app/domain/tasks/checklist/checklist.server.ts";
import { completeTask, reopenTask, setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import { skippedTimeError } from "#app/domain/tasks/due/due.server.ts";
import { findTask, findTaskOrDeleted } from "#app/domain/tasks/find-tasks.server.ts";
import { offlineChange, type SentChange } from "#app/domain/tasks/offline/input.ts";
import {
  type Change,
  type ChangeOutcome,
  maxChangeDays,
} from "#app/domain/tasks/offline/limits.ts";
import { findOutcome, keepOutcome } from "#app/domain/tasks/offline/sent-changes.server.ts";
import type { ModelCallFacts } from "#app/domain/understanding/understand.server.ts";
import type { Database } from "#db/schema.ts";
import { addListed } from "./add-listed.server.ts";
import { addItems, deleteItem, markItem } from "#app/domain/lists/items.server.ts";
import { itemsIn } from "#app/domain/understanding/intent/items.ts";
import { remindTonight } from "./remind-tonight.server.ts";
import { describeLater, findLastAction } from "#app/domain/delegation/views/last-action.server.ts";

/**
 * Saves a change once, however often it is sent, and gives the same answer each time. A change that
 * is over the limit, or was typed in another household, can be sent again.
 */
export async function saveChange(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  sent: SentChange,
  log: (facts: ModelCallFacts) => void,
): Promise<ChangeOutcome | "too_many" | "elsewhere"> {
  const { changeId } = sent;
  const known = await findOutcome(db, viewer.userId, changeId);
  if (known) return known;
  const outcome = await trySaving(db, viewer, sent, log);
  return typeof outcome === "string" ? outcome : keepOutcome(db, viewer.userId, changeId, outcome);
}

async function trySaving(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  { changeId, householdId, madeAt, change: unchecked }: SentChange,
  log: (facts: ModelCallFacts) => void,
): Promise<ChangeOutcome | "too_many" | "elsewhere"> {
  const now = nowIso();
  if (madeAt < earlierBy(now, { hours: 24 * maxChangeDays }))
    return refused(`It waited for over ${maxChangeDays} days.`);
  // Zod's own messages are for programmers.
  const { data: change, error } = offlineChange.safeParse(unchecked, { error: () => unreadable });
  if (!change) return refused(error.issues[0]?.message ?? unreadable);
  const hasWords = ["add", "remind", "item-add"].includes(change.type);
  if (hasWords && householdId && householdId !== viewer.householdId) return "elsewhere";
  // The clock of a phone may be ahead.
  const at = madeAt < now ? madeAt : now;
  if ("itemId" in change) return changeItem(db, viewer, change, at);
  switch (change.type) {
    case "add":
      // "Tomorrow" counts from the day on which it was said.
      return add(db, viewer, { text: change.text, requestId: changeId, now, saidAt: at }, log);
    case "remind":
      return outcomeOf(await remindTonight(db, viewer, change.unsaved, changeId, now));
    case "move":
      return move(db, viewer, changeId, change);
    default:
      return mark(db, viewer, { changeId, doneAt: at }, change);
  }
}

async function add(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  request: { text: string; requestId: string; now: string; saidAt: string },
  log: (facts: ModelCallFacts) => void,
): Promise<ChangeOutcome | "too_many"> {
  if (saysNothingToDo(request.text, request.saidAt, viewer.timeZone))
    return refused("I can't find anything to do in it");
  const listed = await addListed(db, viewer, request);
  if (listed === "too_often") return "too_many";
  if (listed === "too_many") return refused("The list is full");
  return listed ? { status: "done" } : outcomeOf(await addTasks(db, viewer, request, log));
}

async function changeItem(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  change: Extract<Change, { itemId: string }>,
  at: string,
): Promise<ChangeOutcome | "too_many"> {
  switch (change.type) {
    case "item-add":
      return addToList(db, viewer, change, at);
    case "item-mark":
      return markOnList(db, viewer, change, at);
    case "item-delete":
      await deleteItem(db, viewer, change.itemId);
      return { status: "done" };
    case "check-mark":
      return markOnChecklist(db, viewer, change, at);
  }
}

async function addToList(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  { listId, itemId, text, seenAt }: Change & { type: "item-add" },
  at: string,
): Promise<ChangeOutcome | "too_many"> {
  const names = itemsIn(text);
  if (names.length === 0) return refused("I can't find any words in it");
  // A page from before an update does not say when it was read.
  const request = { names, requestId: itemId, itemId, seenAt: seenAt ?? at };
  const added = await addItems(db, viewer, listId, request);
  if (added === null) return refused("The list is no longer there");
  if (added === "too_often") return "too_many";
  return added === "too_many" ? refused("The list is full") : { status: "done" };
}

/** An item that somebody has deleted needs no tick. */
async function markOnList(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  { itemId, isTicked }: Change & { type: "item-mark" },
  at: string,
): Promise<ChangeOutcome> {
  const marked = await markItem(db, viewer, itemId, { isTicked, at });
  return marked ? { status: "done" } : refused("It is no longer on the list");
}

async function markOnChecklist(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  { isTicked, ...key }: Change & { type: "check-mark" },
  at: string,
): Promise<ChangeOutcome> {
  if (await tickItem(db, viewer, key, { isTicked, at })) return { status: "done" };
  const isThere = await findTask(db, viewer, key.taskId);
  return isThere ? refused("It is no longer on the checklist") : whyNot(db, viewer, key.taskId);
}

const unreadable = "Mila can't read this change";
const refused = (reason: string): ChangeOutcome => ({ status: "refused", reason });

function outcomeOf(added: object | AddingRefused): ChangeOutcome | "too_many" {
  if (!("refused" in added)) return { status: "done" };
  return added.canWait ? "too_many" : refused(added.refused);
}

async function move(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  changeId: string,
  { taskId, date, time, seenDue }: Change & { type: "move" },
): Promise<ChangeOutcome> {
  const task = await findTask(db, viewer, taskId);
  // The task was done elsewhere, and the next one may be open.
  if (!task || task.is_completed) return whyNot(db, viewer, taskId);
  const [local, timeZone] = [`${date}T${time}`, task.due_time_zone ?? viewer.timeZone];
  const skipped = skippedTimeError(local, timeZone);
  if (skipped) return refused(skipped);
  if (await setDueDate(db, viewer, taskId, local, timeZone, { changeId, seenDue }))
    return { status: "done" };
  const moved = await describeMove(db, viewer, taskId, seenDue);
  return moved ? refused(moved) : whyNot(db, viewer, taskId);
}

async function mark(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  sent: { changeId: string; doneAt: string },
  change: Change & { type: "complete" | "reopen" },
): Promise<ChangeOutcome> {
  const { type, taskId } = change;
  const seenDue = change.type === "complete" ? change.seenDue : undefined;
  const isSaved =
    change.type === "complete"
      ? await completeTask(db, viewer, taskId, { ...sent, seenDue })
      : await reopenTask(db, viewer, taskId, { ...sent, isUndo: change.isUndo });
  if (isSaved) return { status: "done" };
  const moved = await describeMove(db, viewer, taskId, seenDue);
  if (moved) return refused(moved);
  const early = type === "complete" ? await findTooFarAhead(db, taskId, nowIso()) : null;
  if (early) return refused(early);
  const task = await findTask(db, viewer, taskId);
  const isAsWanted = task !== undefined && (task.is_completed === 1) === (type === "complete");
  if (isAsWanted) return { status: "done" };
  const isTheirs = change.type === "reopen" && change.isUndo && task?.marked_by !== viewer.userId;
  const later = task && !isTheirs && (await describeLater(db, viewer, taskId));
  return later ? refused(`${later}, so this one stays done`) : whyNot(db, viewer, taskId);
}

async function whyNot(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  taskId: string,
): Promise<ChangeOutcome> {
  const task = await findTaskOrDeleted(db, viewer, taskId);
  if (task?.was_missed && task.deleted_at) {
    const isFollowed = (await findPresent(db, viewer, taskId)) !== undefined;
    return refused(`Its time is over, and ${isFollowed ? "the next one is here" : "none follows"}`);
  }
  const lastAction = await findLastAction(db, viewer, taskId);
  return refused(lastAction?.words ?? "This task is no longer there");
}

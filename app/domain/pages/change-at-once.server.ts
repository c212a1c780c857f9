import type { Kysely } from "kysely";
import { accountName } from "#app/domain/accounts/profile/person-name.ts";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { instantOf, laterBy, nowIso, Temporal, wallClockAt } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import {
  findSuperseded,
  isAskedSince,
} from "#app/domain/delegation/requests/open-requests.server.ts";
import { describeLater, findLastAction } from "#app/domain/delegation/views/last-action.server.ts";
import { findCardSeries } from "#app/domain/series/card-series.server.ts";
import { describeReplaced } from "#app/domain/series/changing/replaced-dates.server.ts";
import { skipOccurrence } from "#app/domain/series/changing/skip.server.ts";
import { bringBack, moveTaskToList } from "./items-and-tasks.server.ts";
import { describeMove } from "#app/domain/tasks/changing/describe-move.server.ts";
import { joinEvents, listEventsBy } from "#app/domain/tasks/changing/history.server.ts";
import { dueColumns, usualTime } from "#app/domain/tasks/due/due.server.ts";
import {
  changeTask,
  completeTask,
  deleteTask,
  giveTask,
  reopenTask,
  setAbout,
  setDueDate,
} from "#app/domain/tasks/changing/task.server.ts";
import { findTask, findTaskOrDeleted, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import { findHandovers } from "#app/domain/tasks/giving/handovers.server.ts";
import { takeBackGiven } from "#app/domain/inbox/undo.server.ts";
import { wholeText } from "#app/domain/outbox/rendering/fit-text.ts";
import { listHouseholdPeople } from "#app/domain/people/people.server.ts";
import type { Database } from "#db/schema.ts";
import { inHousehold } from "#app/domain/people/household/in-household.server.ts";

interface Chosen {
  id: string;
  /** The wall clock that the page showed. */
  seenDue: string;
}

export type AtOnce =
  | "done"
  | "delete"
  | { date: string }
  /** Null for nobody. */
  | { personId: string | null }
  | { listId: string };

export interface ChangedAtOnce {
  count: number;
  /** Moved ones that replace later dates of their series: "It replaces the one on Tue, Dec 8." */
  replacing: { title: string; words: string }[];
  /** Tasks that can't be changed so, with a reason: "It repeats, and a list has no dates." */
  refused: { title: string; words: string }[];
  /** The instants between which `undoAtOnce` looks for the changes. */
  from: string;
  until: string;
}

/**
 * Makes one change to several tasks. Leaves out those that somebody has changed since the page was
 * opened.
 */
export async function changeSelected(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  tasks: readonly Chosen[],
  choice: AtOnce,
): Promise<ChangedAtOnce> {
  const from = nowIso();
  const repeating = await findCardSeries(
    db,
    viewer,
    tasks.map(({ id }) => id),
  );
  const changedIds: string[] = [];
  const changed: Pick<ChangedAtOnce, "replacing" | "refused"> = { replacing: [], refused: [] };
  for (const { id, seenDue } of tasks) {
    const task = await findTask(db, viewer, id);
    if (!task || task.is_completed || (task.due_local ?? "") !== seenDue) continue;
    const isRepeating = repeating.has(id);
    const isChanged = await change(db, viewer, task, { choice, isRepeating });
    if (typeof isChanged === "string")
      changed.refused.push({ title: task.title, words: isChanged });
    if (isChanged !== true) continue;
    changedIds.push(id);
    const words = isRepeating ? await describeReplaced(db, task) : undefined;
    if (words) changed.replacing.push({ title: task.title, words });
  }
  if (changedIds.length > 1)
    await inHousehold(db, viewer, (trx) =>
      joinEvents(trx, { userId: viewer.userId, taskIds: changedIds, since: from }),
    );
  return { ...changed, count: changedIds.length, from, until: nowIso() };
}

/** Returns why not, if the task cannot be changed so. */
async function change(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  task: Task,
  { choice, isRepeating }: { choice: AtOnce; isRepeating: boolean },
): Promise<boolean | string> {
  const { id, due_date, due_local, due_time_zone } = task;
  const seenDue = due_local ?? "";
  if (choice === "done") return completeTask(db, viewer, id, { seenDue });
  if (choice === "delete")
    return isRepeating ? skipOccurrence(db, viewer, id) : deleteTask(db, viewer, id);
  if ("listId" in choice) {
    const moved = await moveTaskToList(db, viewer, { taskId: id, listId: choice.listId });
    return moved && "refused" in moved ? moved.refused : moved !== null;
  }
  if ("personId" in choice) {
    const to = { assignee_id: choice.personId, assignee_name: null };
    if (!isWith(task, to.assignee_id, null)) return giveTask(db, viewer, task, to);
    return to.assignee_id ? "That person has it already." : "Anyone can do it already.";
  }
  const zone = due_time_zone ?? viewer.timeZone;
  if (!due_date) {
    const local = `${choice.date}T${usualTime}`;
    return setDueDate(db, viewer, id, local, zone, { seenDue });
  }
  // The day is the viewer's, and so is the time of day that each keeps.
  const time = wallClockAt(due_date, viewer.timeZone).toPlainTime();
  const moved = Temporal.PlainDate.from(choice.date).toPlainDateTime(time);
  const local = localIn(zone, instantOf(moved, viewer.timeZone));
  return setDueDate(db, viewer, id, local, zone, { seenDue });
}

const localIn = (zone: string, instant: string) =>
  wallClockAt(instant, zone).toString({ smallestUnit: "minute" });

const maxMinutes = 10;

export interface TakenBack {
  titles: string[];
  /** Tasks that stay, because something has happened to them since: "Sam completed this at …". */
  kept: { title: string; words: string }[];
}

/**
 * Takes back what the viewer did to tasks of the household between two instants, at most ten
 * minutes apart, unless somebody has changed them since, or was asked for them.
 */
export async function undoAtOnce(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  { from, until }: { from: string; until: string },
): Promise<TakenBack> {
  const latest = laterBy(from, { minutes: maxMinutes });
  const events = await listEventsBy(db, viewer.userId, {
    from,
    until: until < latest ? until : latest,
  });
  return undoEvents(db, viewer, events);
}

/** Takes back what the viewer did, as `undoAtOnce` does. */
export async function undoEvents(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  events: readonly Made[],
): Promise<TakenBack> {
  const taken: TakenBack = { titles: [], kept: [] };
  for (const event of events.filter(canTakeBack)) {
    const task = await findTaskOrDeleted(db, viewer, event.task_id);
    if (!task || isBack(task, event)) continue;
    const undone = await undo(db, viewer, task, event);
    if (undone === true) taken.titles.push(task.title);
    else {
      const words = undone || (await whyKept(db, viewer, task, event));
      taken.kept.push({ title: task.title, words });
    }
  }
  return taken;
}

export type Made = Awaited<ReturnType<typeof listEventsBy>>[number];

const undoneMarks: readonly unknown[] = ["completed", "deleted", "skipped"];

export const canTakeBack = (event: Made) =>
  undoneMarks.includes(event.mark) ||
  event.due_after !== null ||
  isGiving(event) ||
  isAboutAnother(event);

const isGiving = ({ edited }: Made) => edited === "assignee";
const isAboutAnother = ({ edited }: Made) => edited === "about";

/** True after a second press of Undo. */
export function isBack(task: Task, event: Made): boolean {
  if (!isAsBefore(task, event)) return false;
  return task.is_completed === 0 && task.deleted_at === null;
}

function isAsBefore(task: Task, event: Made): boolean {
  if (isGiving(event)) return isWith(task, event.taken_from, event.taken_name);
  if (isAboutAnother(event)) return task.about_id === event.about_before;
  return event.mark !== null || task.due_date === event.due_before;
}

const isWith = (task: Task, id: string | null, name: string | null) =>
  task.assignee_id === id && task.assignee_name === name;

/** Returns why not, if it knows that. */
async function undo(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  task: Task,
  event: Made,
): Promise<boolean | string> {
  if (isGiving(event)) return undoGiving(db, viewer, task, event);
  if (isAboutAnother(event)) return undoAbout(db, viewer, task, event);
  const { id, due_date, due_local, due_time_zone } = task;
  const { mark, acted_at, due_before, due_after, local_before, had_time } = event;
  if (mark === "completed") return reopenTask(db, viewer, id, { isUndo: true });
  if (mark !== null) return bringBack(db, viewer, id, { isUndo: true });
  if (!due_local || due_date !== due_after || (await isAskedSince(db, id, acted_at))) return false;
  const zone = due_time_zone ?? viewer.timeZone;
  if (due_before === null)
    return changeTask(db, viewer, id, dueColumns(null, zone), { seenDue: due_local });
  const hasTime = had_time === null ? undefined : had_time === 1;
  const expected = { seenDue: due_local, is_completed: 0, undoneMove: acted_at, hasTime } as const;
  // The zone may be another by now.
  const isSame =
    local_before && instantOf(Temporal.PlainDateTime.from(local_before), zone) === due_before;
  const local = isSame ? local_before : localIn(zone, due_before);
  return setDueDate(db, viewer, id, local, zone, expected);
}

async function undoAbout(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  task: Task,
  { about_before, about_after }: Made,
): Promise<boolean | string> {
  if (task.deleted_at !== null || task.about_id !== about_after)
    return "It is about another person since";
  return setAbout(db, viewer, task, about_before);
}

async function undoGiving(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  task: Task,
  { acted_at, given_to, given_name, taken_from, taken_name, had_turn }: Made,
): Promise<boolean | string> {
  const isOpen = task.is_completed === 0 && task.deleted_at === null;
  if (!isOpen || !isWith(task, given_to, given_name)) return false;
  if (await isAskedSince(db, task.id, acted_at)) return false;
  return inHousehold(db, viewer, async (trx) => {
    const people = await listHouseholdPeople(trx, viewer.householdId);
    const before = people.find(({ id }) => id === taken_from);
    const requestId = await findSuperseded(trx, task.id, acted_at);
    const kept = await takeBackGiven(
      trx,
      viewer,
      task,
      {
        to: { assignee_id: before?.id ?? null, assignee_name: taken_name },
        assignee: before?.label ?? taken_name,
        hadTurn: had_turn === 1,
        requestId,
      },
      nowIso(),
    );
    return kept === null || wholeText(kept).replace(/\.$/, "");
  });
}

async function whyKept(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  task: Task,
  event: Made,
): Promise<string> {
  const { id, is_completed, deleted_at, due_time_zone } = task;
  const { mark, due_after, given_to, given_name } = event;
  const last = await findLastAction(db, viewer, id);
  const isClosed = is_completed === 1 || deleted_at !== null;
  if (last && isClosed && !(last.isOwn && mark !== null)) return last.words;
  const later = mark === null ? null : await describeLater(db, viewer, id);
  if (later) return `${later}, so this one stays as it is`;
  if (isGiving(event) && !isWith(task, given_to, given_name))
    return describeHolder(db, viewer, task);
  const after = due_after && wallClockAt(due_after, due_time_zone ?? viewer.timeZone);
  const seenDue = after ? after.toString({ smallestUnit: "minute" }) : undefined;
  return (await describeMove(db, viewer, id, seenDue)) ?? "Somebody was asked for this since";
}

/** "Sam gave it to Kim since". */
async function describeHolder(
  db: Kysely<Database>,
  { userId }: ZonedViewer,
  task: Task,
): Promise<string> {
  const by = (await findHandovers(db, [task])).get(task.id)?.by ?? null;
  const giver = by && (await findPeople(db, [by])).get(by);
  const who = by === userId ? "You" : giver ? accountName(giver) : "Somebody";
  return `${who} gave it to ${task.assignee ?? "anyone"} since`;
}

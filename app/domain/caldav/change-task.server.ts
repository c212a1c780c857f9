import type { Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { bit } from "#app/domain/core/bit.ts";
import { allow } from "#app/domain/core/rate-limits/allow.server.ts";
import { nowIso, wallClockAt } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { addReminder } from "#app/domain/reminders/add-reminder.server.ts";
import { listCustomReminders } from "#app/domain/reminders/lists/custom-minutes.server.ts";
import { cancelReminder } from "#app/domain/reminders/reminder.server.ts";
import { findPresent } from "#app/domain/series/card-series.server.ts";
import { endRepetition, saveRepetition } from "#app/domain/series/changing/repetition.server.ts";
import { skipOccurrence } from "#app/domain/series/changing/skip.server.ts";
import { findClosedOn } from "#app/domain/series/done-dates.server.ts";
import { repeatInput } from "#app/domain/series/input.ts";
import {
  findOccurrences,
  namesOf,
  type Occurrence,
} from "#app/domain/series/occurrences/series.server.ts";
import { findReminderReach } from "#app/domain/series/reminder-reach.server.ts";
import { findNoRoom } from "#app/domain/tasks/adding/room.server.ts";
import { announceGiven, saveTasks } from "#app/domain/tasks/adding/save-tasks.server.ts";
import {
  completeTask,
  deleteTask,
  editTask,
  patchTask,
  reopenTask,
  type TaskPatch,
} from "#app/domain/tasks/changing/task.server.ts";
import { dueColumns, usualTime } from "#app/domain/tasks/due/due.server.ts";
import { findTask, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import { listTaskIdsNamed } from "#app/domain/tasks/lists/synced-tasks.server.ts";
import type { Category, Database } from "#db/schema.ts";
import type { AppViewer } from "./app-viewer.ts";
import { completesByExceptions } from "./completing-apps.server.ts";
import { dayOf, type Due, type Fields, isSame, isSameTime } from "./fields.ts";
import { deleteSubject } from "./held-deletions.server.ts";
import type { Linked } from "./linked.ts";
import type { ReadObject } from "./read-object.server.ts";
import { countSteps, dateAfterSteps, isSameRule, listDatesAfter } from "./rule-steps.server.ts";
import type { DavObject } from "./dav-object.ts";
import { saveRow } from "./record-changes.server.ts";
import { RefusedObject } from "./refused-object.ts";

type Trx = Transaction<Database>;

export async function createTask(
  trx: Trx,
  viewer: ZonedViewer,
  category: Category,
  read: ReadObject,
): Promise<Linked> {
  const { fields } = read;
  const done =
    fields.isDone && !read.isCancelled
      ? await findDoneDate(trx, viewer, fields, ["open", "missed", "done"])
      : null;
  if (done) return { subjectId: done, taskId: done };
  const rule = fields.isDone ? null : fields.rule;
  const counted = await allow(trx, [["adds_a_day", viewer.userId]]);
  if (counted.refused) throw new RefusedObject("too_often", "That's a lot for one day.");
  const noRoom = await findNoRoom(trx, viewer.householdId, { tasks: 1, series: rule ? 1 : 0 });
  if (noRoom) throw new RefusedObject("full", noRoom.refused);
  // A rule that leaves out dates, or has gone past some, is saved like a pasted rule.
  const isPlain = fields.excluded.length === 0 && read.passed === 0;
  const id = await saveTask(trx, viewer, { category, fields, rule: isPlain ? rule : null });
  if (rule && !isPlain) await repeat(trx, viewer, id, read);
  await changeReminders(trx, viewer, id, { before: [], after: fields.isDone ? [] : fields.alarms });
  const [found] = await findOccurrences(trx, [id]);
  return { subjectId: found?.series.id ?? id, taskId: id };
}

async function saveTask(
  trx: Trx,
  viewer: ZonedViewer,
  { category, fields, rule }: { category: Category; fields: Fields; rule: string | null },
): Promise<string> {
  const now = nowIso();
  const { local, timeZone, hasTime } = wallClockOf(fields.due, viewer);
  const id = newId();
  const content = {
    id,
    title: fields.title,
    category,
    description: fields.description,
    ...dueColumns(local, timeZone),
    due_has_time: bit(hasTime),
    is_completed: bit(fields.isDone),
    done_at: fields.isDone ? (doneAtOf(fields.doneAt).doneAt ?? now) : null,
    assignee: null,
    about: null,
    request_id: `dav ${id}`,
  };
  const repeating = rule
    ? [{ taskId: id, repeats: { rule, from: "due" as const }, turns: null }]
    : [];
  const none = { readings: [], dueReadings: [], requests: [] };
  const { given } = await saveTasks(trx, viewer.userId, {
    now,
    contents: [content],
    repeating,
    ...none,
  });
  await announceGiven(trx, viewer.userId, given, now);
  return id;
}

/**
 * Some clients make a copy of each date of a series that they complete: Apple's do. It is that date
 * of the series, which is done by it.
 */
async function findDoneDate(
  trx: Trx,
  viewer: ZonedViewer,
  { title, due, rule, doneAt }: Fields,
  states: readonly Occurrence["state"][],
): Promise<string | null> {
  const { local } = wallClockOf(due, viewer);
  if (!local || rule) return null;
  const ids = await listTaskIdsNamed(trx, viewer.householdId, { title, dueLocal: local });
  for (const { occurrence } of await findOccurrences(trx, ids)) {
    if (!occurrence.task_id || !states.includes(occurrence.state)) continue;
    if (occurrence.state !== "done")
      await completeTask(trx, viewer, occurrence.task_id, doneAtOf(doneAt));
    return occurrence.task_id;
  }
  return null;
}

/** A client's clock may be ahead. */
function doneAtOf(doneAt: string | null | undefined): { doneAt?: string } {
  return doneAt && doneAt <= nowIso() ? { doneAt } : {};
}

function wallClockOf(due: Due | null, { timeZone }: ZonedViewer) {
  if (due === null) return { local: null, timeZone, hasTime: false };
  if ("on" in due) return { local: `${due.on}T${usualTime}`, timeZone, hasTime: false };
  return { ...due, hasTime: true };
}

/** Gives it another category, and its object the client's new address. */
export async function moveTask(
  trx: Trx,
  viewer: ZonedViewer,
  { row, to }: { row: DavObject; to: { calendar: string; name: string } },
  category: Category,
): Promise<void> {
  const task = row.task_id ? await findTask(trx, viewer, row.task_id) : undefined;
  if (task) await editWords(trx, viewer, task, { category });
  await saveRow(trx, { ...row, ...to });
}

interface Change {
  before: ReadObject;
  after: ReadObject;
}

/**
 * A client that gives a date of a series more or less time, and leaves its start, has moved that
 * date alone. Returns null unless its start says more than its date.
 */
function byStart({ before, after }: Change): Change | null {
  const isLonger = before.daysFromStart !== after.daysFromStart;
  if (!isLonger && before.fields.rule !== null) return null;
  if (before.ofStart === null || after.ofStart === null) return null;
  return { before: before.ofStart, after: after.ofStart };
}

/** What an app calls off goes as if it was deleted, so that a page can restore it. */
export const isCalledOff = ({ before, after }: Change): boolean =>
  after.isCancelled && !before.isCancelled && !before.fields.isDone;

/**
 * Changes what differs from what the client had.
 * @returns the date of a series that it has been a copy of, once it is done
 */
export async function changeTask(
  trx: Trx,
  viewer: AppViewer,
  row: DavObject,
  said: Change,
): Promise<Linked | null> {
  if (isCalledOff(said)) {
    await deleteSubject(trx, viewer, row);
    return null;
  }
  const isSeries = row.subject_id !== row.task_id;
  const change = (isSeries && byStart(said)) || said;
  const isDoneNow = !change.before.fields.isDone && change.after.fields.isDone;
  const date = isDoneNow && !isSeries ? await becomeDate(trx, viewer, row, change) : null;
  if (date !== null) return { subjectId: date, taskId: date };
  if (isSeries) await completeMissed(trx, viewer, row, change);
  await changeOwn(trx, viewer, row, { ...change, isSeries, isDoneNow });
  return null;
}

async function changeOwn(
  trx: Trx,
  viewer: AppViewer,
  row: DavObject,
  { isSeries, isDoneNow, ...change }: Change & { isSeries: boolean; isDoneNow: boolean },
): Promise<void> {
  const { before, after } = { before: change.before.fields, after: change.after.fields };
  // Of a series that goes on, Mila counts the next date by herself.
  const isCounted = isSeries && (isDoneNow || (await moveOn(trx, viewer, row, change)));
  const find = async () => findTask(trx, viewer, (await openTaskOf(trx, viewer, row)) ?? "");
  const task = await find();
  if (!task) return;
  if (before.isDone && !after.isDone) await reopenTask(trx, viewer, task.id);
  await changeWords(trx, viewer, await find(), { before, after });
  if (!isCounted) await changeDue(trx, viewer, await find(), change);
  await changeRepetition(trx, viewer, await find(), change);
  // Home Assistant writes what it has completed twice, the second time after the next one opened.
  if (isDoneNow && !(isSeries && isEarlier(after.due, before.due)))
    await completeTask(trx, viewer, (await find())?.id ?? "", doneAtOf(after.doneAt));
  const open = await find();
  if (open)
    await changeReminders(trx, viewer, open.id, { before: before.alarms, after: after.alarms });
}

/**
 * Some clients add an open copy of a date first, and complete the copy: python3-caldav does. Its
 * task goes, so that the date is done once.
 */
async function becomeDate(
  trx: Trx,
  viewer: ZonedViewer,
  { task_id }: DavObject,
  { after }: Change,
): Promise<string | null> {
  const [own] = task_id === null ? [] : await findOccurrences(trx, [task_id]);
  if (task_id === null || own) return null;
  const date = await findDoneDate(trx, viewer, after.fields, ["open", "missed"]);
  if (date !== null) await deleteTask(trx, viewer, task_id);
  return date;
}

/** A late tick counts for the date that Mila has gone past meanwhile. */
async function completeMissed(
  trx: Trx,
  viewer: ZonedViewer,
  { subject_id: seriesId }: DavObject,
  { before, after }: Change,
): Promise<void> {
  const late = [...after.doneOn].filter(([on]) => !before.doneOn.has(on));
  const { isDone, doneAt } = after.fields;
  if (isDone && !before.fields.isDone && after.openOn !== null) late.push([after.openOn, doneAt]);
  for (const [on, at] of late) {
    const taskId = await findClosedOn(trx, seriesId, { on, state: "missed" });
    if (taskId !== null) await completeTask(trx, viewer, taskId, doneAtOf(at));
  }
}

interface FieldsChange {
  before: Fields;
  after: Fields;
}

const isEarlier = (due: Due | null, than: Due | null): boolean =>
  due !== null && than !== null && dayOf(due) < dayOf(than);

async function openTaskOf(trx: Trx, viewer: ZonedViewer, row: DavObject): Promise<string | null> {
  if (row.task_id === null || row.subject_id === row.task_id) return row.task_id;
  return (await findPresent(trx, viewer, row.task_id)) ?? row.task_id;
}

async function changeWords(
  trx: Trx,
  viewer: ZonedViewer,
  task: Task | undefined,
  { before, after }: FieldsChange,
): Promise<void> {
  const words = {
    ...(after.title !== before.title && { title: after.title }),
    ...(after.description !== before.description && { description: after.description }),
  };
  if (task && Object.keys(words).length > 0) await editWords(trx, viewer, task, words);
}

/** Of a series, the following dates change as well: a client only knows the whole. */
async function editWords(
  trx: Trx,
  viewer: ZonedViewer,
  task: Task,
  words: Pick<TaskPatch, "title" | "description" | "category">,
): Promise<void> {
  const [found] = await findOccurrences(trx, [task.id]);
  if (found?.occurrence.state !== "open" || found.series.ended_at !== null)
    return void (await patchTask(trx, viewer, task, words));
  await editFollowing(trx, viewer, task, words);
}

async function editFollowing(
  trx: Trx,
  viewer: ZonedViewer,
  task: Task,
  words: Pick<TaskPatch, "title" | "description" | "category">,
): Promise<void> {
  const { title, category, assignee, version, due_local, due_time_zone } = task;
  const description = words.description === undefined ? task.description : words.description;
  const draft = {
    title: words.title ?? title,
    category: words.category ?? category,
    description: description ?? undefined,
    dueDate: due_local ?? undefined,
    assignee: assignee ?? undefined,
    assigneeBefore: assignee ?? undefined,
    version,
    scope: "following" as const,
  };
  await editTask(trx, viewer, task.id, draft, due_time_zone ?? viewer.timeZone);
}

/** Another time on the same day is for the following dates as well; another day is for one. */
async function changeDue(
  trx: Trx,
  viewer: ZonedViewer,
  task: Task | undefined,
  { before, after }: Change,
): Promise<void> {
  if (!task || isSame(before.fields.due, after.fields.due)) return;
  const wanted = wallClockOf(after.fields.due, viewer);
  const [found] = await findOccurrences(trx, [task.id]);
  const isOpen =
    found?.occurrence.state === "open" && found.series.ended_at === null && !after.isOpenMoved;
  const isSameDay = wanted.local?.slice(0, 10) === task.due_local?.slice(0, 10);
  const isForAll = isOpen && isSameDay && wanted.timeZone === task.due_time_zone;
  await patchTask(trx, viewer, task, { due: wanted }, isForAll ? "following" : "one");
}

async function changeRepetition(
  trx: Trx,
  viewer: ZonedViewer,
  task: Task | undefined,
  { before, after }: Change,
): Promise<void> {
  if (!task) return;
  const from = after.fields.due ? dayOf(after.fields.due) : "";
  const excludedFrom = ({ fields }: ReadObject) => fields.excluded.filter((day) => day >= from);
  const [rule, ruleBefore] = [after.fields.rule, before.fields.rule];
  if (rule === ruleBefore && isSame(excludedFrom(before), excludedFrom(after))) return;
  if (rule !== null) await repeat(trx, viewer, task.id, after);
  else if (ruleBefore !== null) await endRepetition(trx, viewer, task.id, { isEnded: true });
}

/** A rule that Mila refuses stays in the client's text. */
async function repeat(
  trx: Trx,
  viewer: ZonedViewer,
  taskId: string,
  { ruleLines, passed, fields }: ReadObject,
): Promise<void> {
  const rule = ruleLines
    .filter((line) => !line.toUpperCase().startsWith("EXDATE"))
    .map((line) => withoutPassed(line, passed));
  const left = fields.excluded.map((day) => day.replaceAll("-", "")).join(",");
  const pasted = [...rule, ...(left ? [`EXDATE:${left}`] : [])].join("\r\n");
  const [found] = await findOccurrences(trx, [taskId]);
  const kept = found && {
    breaks: namesOf(found.series).map((value) => ({ value })),
    pausedUntil: found.series.paused_until ?? undefined,
    from: found.series.counts_from,
  };
  const input = repeatInput.safeParse({ interval: 1, unit: "day", pasted, ...kept });
  if (input.success) await saveRepetition(trx, viewer, taskId, input.data);
}

/** Mila's COUNT begins with the open date, and a client's with the first date. */
const withoutPassed = (line: string, passed: number) =>
  line.replace(/(?<=[:;]COUNT=)\d+/i, (count) => String(Math.max(1, Number(count) - passed)));

/** A client that falls behind by more has another rule. */
const maxSkipped = 60;

/**
 * Some clients complete a date by moving the rule on to the next one, others by an exception for
 * it. Both complete it here, and the next one opens. A date that the client has left out or
 * cancelled is skipped.
 * @returns false if the date was moved by hand, or not at all
 */
async function moveOn(
  trx: Trx,
  viewer: AppViewer,
  row: DavObject,
  change: Change,
): Promise<boolean> {
  const { before, after } = change;
  const [day, next] = [before.openOn, after.openOn];
  if (!day || !next || next === day || row.task_id === null) return false;
  const { rule } = before.fields;
  if (!rule || !after.fields.rule) return false;
  if (next < day) return takeBack(trx, viewer, row, { on: next, after });
  const closed = howClosed(change, day);
  const steps = countSteps(rule, day, next);
  if (closed === null && !(await isTick(trx, viewer, change, { rule, day, steps }))) return false;
  const target = await findTarget(trx, row.task_id, { rule, day, next, steps });
  if (closed === "skipped") await skipOccurrence(trx, viewer, row.task_id);
  else await completeTask(trx, viewer, row.task_id, doneAtOf(after.doneOn.get(day)));
  await catchUp(trx, viewer, row, { after, next: target });
  return true;
}

interface Steps {
  rule: string;
  day: string;
  steps: number | null;
}

/**
 * Some clients complete a date by moving it to one of the next dates. Otherwise, somebody has put
 * it off: no client completes a date by changing its time, or by going past a date still to come.
 */
async function isTick(
  trx: Trx,
  viewer: AppViewer,
  { before, after }: Change,
  { rule, day, steps }: Steps,
): Promise<boolean> {
  if (steps === null || !isSameRule(rule, after.fields.rule ?? "", day)) return false;
  if (!isSameTime(before.fields.due, after.fields.due)) return false;
  const today = wallClockAt(nowIso(), viewer.timeZone).toPlainDate().toString();
  const isToCome = (on: string) =>
    on > today && !before.fields.excluded.includes(on) && !after.doneOn.has(on);
  if (listDatesAfter(rule, day, steps - 1).some(isToCome)) return false;
  return !(await completesByExceptions(trx, viewer, after.program));
}

/** A client counts from a date that was moved by hand, and Mila from the day that the rule has. */
async function findTarget(
  trx: Trx,
  taskId: string,
  { rule, day, next, steps }: Steps & { next: string },
): Promise<string> {
  const [found] = await findOccurrences(trx, [taskId]);
  const own = found?.occurrence.occurs_on ?? day;
  return own === day || steps === null ? next : dateAfterSteps(rule, own, steps, day);
}

/** Returns null if the client does not say it, and has only moved on. */
function howClosed({ before, after }: Change, day: string): "done" | "skipped" | null {
  if (after.doneOn.has(day)) return "done";
  const isSkipped = after.cancelledOn.includes(day) || isLeftOut(before, after, day);
  return isSkipped ? "skipped" : null;
}

/** Closes the dates between, which the client has gone past. */
async function catchUp(
  trx: Trx,
  viewer: ZonedViewer,
  row: DavObject,
  { after, next }: { after: ReadObject; next: string },
): Promise<void> {
  for (let count = 0; count < maxSkipped; count += 1) {
    const id = (await openTaskOf(trx, viewer, row)) ?? "";
    const [open] = await findOccurrences(trx, [id]);
    if (open?.occurrence.state !== "open" || open.occurrence.occurs_on >= next) return;
    // The next date counts from when this one was done, which the client does not know.
    if (open.series.counts_from === "done") return;
    const on = open.occurrence.occurs_on;
    const isClosed = after.doneOn.has(on)
      ? await completeTask(trx, viewer, id, doneAtOf(after.doneOn.get(on)))
      : await skipOccurrence(trx, viewer, id);
    if (!isClosed) return;
  }
}

/** True if the client has left out the date, which then is before its open one. */
function isLeftOut(before: ReadObject, after: ReadObject, day: string): boolean {
  const name = day.replaceAll("-", "");
  const has = ({ ruleLines }: ReadObject) =>
    ruleLines.some((line) => line.toUpperCase().startsWith("EXDATE") && line.includes(name));
  return has(after) && !has(before);
}

/** Reopens the date before, whose exception the client has removed or opened. */
async function takeBack(
  trx: Trx,
  viewer: ZonedViewer,
  { subject_id: seriesId }: DavObject,
  { on, after }: { on: string; after: ReadObject },
): Promise<boolean> {
  const taskId = after.doneOn.has(on)
    ? null
    : await findClosedOn(trx, seriesId, { on, state: "done" });
  return taskId !== null && (await reopenTask(trx, viewer, taskId));
}

async function changeReminders(
  trx: Trx,
  viewer: ZonedViewer,
  taskId: string,
  { before, after }: { before: readonly number[]; after: readonly number[] },
): Promise<void> {
  const gone = before.filter((minutes) => !after.includes(minutes));
  const fresh = after.filter((minutes) => !before.includes(minutes));
  const reminders = gone.length > 0 ? await listCustomReminders(trx, [taskId]) : [];
  for (const { id, user_id, minutes_before } of reminders)
    if (user_id === viewer.userId && gone.includes(minutes_before))
      await cancelReminder(trx, viewer, { taskId, reminderId: id });
  for (const minutesBefore of fresh) {
    const reach = await findReminderReach(trx, taskId);
    await addReminder(trx, viewer, taskId, { minutesBefore, reach });
  }
}

import type { Kysely } from "kysely";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { type ChecklistItem, findChecklist } from "#app/domain/tasks/checklist/checklist.server.ts";
import { findTask, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import { listRequests, type PastRequest } from "#app/domain/delegation/views/history.server.ts";
import { findLastAction } from "#app/domain/delegation/views/last-action.server.ts";
import { reminderChoices } from "#app/domain/reminders/lists/reminder-choices.server.ts";
import {
  listTaskReminders,
  type TaskReminder,
} from "#app/domain/reminders/lists/reminder-list.server.ts";
import { formatDate, nowIso } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import type { Category, Database, DelegationStatus } from "#db/schema.ts";
import { findFaces, findLabels } from "#app/domain/people/people.server.ts";
import {
  type CardSeries,
  findCardSeries,
  viewSeries,
} from "#app/domain/series/card-series.server.ts";
import { datesAhead } from "#app/domain/series/occurrences/dates-ahead.server.ts";
import { findReminderReach, isBeyond } from "#app/domain/series/reminder-reach.server.ts";
import { findSeriesHistory, type SeriesHistory } from "#app/domain/series/series-history.server.ts";
import { findTaskHistory, type HistoryEntry } from "./task-history.server.ts";
import { doneFor } from "#app/domain/tasks/due/done-for.ts";
import { type DueView, viewDue } from "#app/domain/tasks/due/due.server.ts";

export interface TaskPage {
  id: string;
  title: string;
  category: Category;
  description: string | null;
  checklist: ChecklistItem[];
  assignee: string | null;
  /** The number of the assignee's color. */
  face: number | undefined;
  /** The person whom it is about. */
  about: { name: string; face: number | undefined } | null;
  /** True if the task waits for somebody who has left the family. */
  hasLeft: boolean;
  isCompleted: boolean;
  delegationStatus: DelegationStatus;
  due: DueView | null;
  repeats: (CardSeries & { doneFor?: string }) | null;
  /** The earlier occurrences of its series. */
  soFar: SeriesHistory | null;
  history: HistoryEntry[];
  /** "you" or a first name. */
  addedBy: string;
  /** In the viewer's zone. */
  addedOn: string;
  /**
   * Marks reminders that are too early for later occurrences, so that they can only come for this
   * one.
   */
  reminders: (TaskReminder & { isTooEarly: boolean })[];
  choices: { minutesBefore: number; label: string }[];
  /** Newest first. */
  requests: PastRequest[];
  /** The reminder that Snooze postpones: the last one sent, or else the next one. */
  snoozeId: string | null;
}

export async function findTaskPage(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  id: string,
  canSendEmail: boolean,
): Promise<TaskPage | undefined> {
  const now = nowIso();
  const task = await findTask(db, viewer, id);
  if (!task) return undefined;
  // The creator may have deleted their account.
  const creator = (await findPeople(db, [task.user_id])).get(task.user_id);
  const { minutes: reach } = await findReminderReach(db, id);
  const all = await listTaskReminders(db, viewer, id);
  const reachOfAll = await findReminderReach(db, id, datesAhead.most);
  const reminders = all
    .filter(({ status }) => status !== "next" || reach > 0)
    .map((reminder) => ({
      ...reminder,
      isTooEarly: reminder.isEveryTime && isBeyond(reminder.minutesBefore, reachOfAll),
    }));
  const pending = reminders
    .filter(({ status }) => status === "pending" || status === "next")
    .map(({ minutesBefore }) => minutesBefore);
  const series = (await findCardSeries(db, viewer, [id])).get(id);
  const assigneeId = task.assignee_id ?? "";
  const aboutId = task.about_id ?? "";
  const labels = await findLabels(db, [assigneeId, aboutId]);
  const faces = await findFaces(db, [assigneeId, aboutId]);
  return {
    id: task.id,
    title: task.title,
    category: task.category,
    description: task.description,
    checklist: await findChecklist(db, id),
    assignee: labels.get(assigneeId) ?? task.assignee,
    face: faces.get(assigneeId),
    about: viewAbout(task, labels, faces),
    hasLeft: assigneeId !== "" && task.is_completed === 0 && !labels.has(assigneeId),
    isCompleted: task.is_completed === 1,
    delegationStatus: task.delegation_status,
    due: viewDue(task, viewer.timeZone, now),
    repeats: series ? viewRepeats(series, task, now) : null,
    soFar: series ? ((await findSeriesHistory(db, viewer, id)) ?? null) : null,
    history: await findTaskHistory(db, viewer, task, now),
    addedBy:
      task.user_id === viewer.userId ? "you" : (creator?.firstName ?? "someone in your household"),
    addedOn: formatDate(task.created_at, viewer.timeZone),
    reminders,
    choices: task.is_completed
      ? []
      : reminderChoices(task, pending, { timeZone: viewer.timeZone, now, reach }),
    requests: await listRequests(db, viewer, id, canSendEmail, now),
    snoozeId: task.is_completed ? null : reminderToSnooze(reminders),
  };
}

function viewAbout(
  { about, about_id: id }: Task,
  labels: ReadonlyMap<string, string>,
  faces: ReadonlyMap<string, number>,
): TaskPage["about"] {
  if (about === null || id === null) return null;
  return { name: labels.get(id) ?? about, face: faces.get(id) };
}

function viewRepeats(
  series: Parameters<typeof viewSeries>[0],
  task: Task,
  now: string,
): TaskPage["repeats"] {
  if (!task.due_date) return null;
  const late = task.is_completed ? doneFor(task, now) : null;
  return { ...viewSeries(series, task.assignee_id), ...(late && { doneFor: late }) };
}

export interface DeletedTask extends Pick<TaskPage, "id" | "title" | "history"> {
  /** For example, "Sam deleted this a moment ago". */
  words: string;
}

/** Returns null unless somebody deleted or skipped the task. */
export async function findDeletedTask(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  task: Task,
): Promise<DeletedTask | null> {
  const now = nowIso();
  const { id, title } = task;
  const lastAction = await findLastAction(db, viewer, id, now);
  if (lastAction?.as !== "deleted") return null;
  const history = await findTaskHistory(db, viewer, task, now);
  return { id, title, words: lastAction.words, history };
}

function reminderToSnooze(reminders: TaskReminder[]): string | null {
  const sent = reminders.findLast(({ status }) => status === "sent");
  return (sent ?? reminders.find(({ status }) => status === "pending"))?.id ?? null;
}

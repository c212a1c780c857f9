import type { Kysely } from "kysely";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { listRequests, type PastRequest } from "#app/domain/delegation/views/history.server.ts";
import { reminderChoices } from "#app/domain/reminders/lists/reminder-choices.server.ts";
import {
  listTaskReminders,
  type TaskReminder,
} from "#app/domain/reminders/lists/reminder-list.server.ts";
import { formatDate, nowIso } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import type { Category, Database, DelegationStatus } from "#db/schema.ts";
import { type CardSeries, findCardSeries } from "#app/domain/series/card-series.server.ts";
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
  assignee: string | null;
  isCompleted: boolean;
  delegationStatus: DelegationStatus;
  due: DueView | null;
  repeats: (CardSeries & { doneFor?: string }) | null;
  /** Earlier occurrences of its series. */
  soFar: SeriesHistory | null;
  history: HistoryEntry[];
  /** "you" or a first name. */
  addedBy: string;
  /** In the viewer's zone. */
  addedOn: string;
  /** Too early ones are for every time, and come for this one at most. */
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
  // They may have deleted their account meanwhile.
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
  const repeats = (await findCardSeries(db, viewer, [id])).get(id);
  const late = task.is_completed ? doneFor(task, now) : null;
  return {
    id: task.id,
    title: task.title,
    category: task.category,
    description: task.description,
    assignee: task.assignee,
    isCompleted: task.is_completed === 1,
    delegationStatus: task.delegation_status,
    due: viewDue(task, viewer.timeZone, now),
    repeats: repeats && task.due_date ? { ...repeats, ...(late && { doneFor: late }) } : null,
    soFar: repeats ? ((await findSeriesHistory(db, viewer, id)) ?? null) : null,
    history: await findTaskHistory(db, viewer, task, now),
    addedBy:
      task.user_id === viewer.userId ? "you" : (creator?.firstName ?? "someone in your household"),
    addedOn: formatDate(task.created_at, viewer.timeZone),
    reminders,
    choices: task.is_completed ? [] : reminderChoices(task, pending, { now, reach }),
    requests: await listRequests(db, viewer, id, canSendEmail, now),
    snoozeId: task.is_completed ? null : reminderToSnooze(reminders),
  };
}

function reminderToSnooze(reminders: TaskReminder[]): string | null {
  const sent = reminders.findLast(({ status }) => status === "sent");
  return (sent ?? reminders.find(({ status }) => status === "pending"))?.id ?? null;
}

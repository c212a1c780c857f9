import type { Kysely } from "kysely";
import { dayName, formatDue, formatTime, laterBy, nowIso } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { formatLead } from "#app/domain/tasks/due/lead-time.ts";
import {
  type CardDelegation,
  findCardDelegations,
} from "#app/domain/delegation/views/card-requests.server.ts";
import { findChildQuestions } from "#app/domain/people/family/child-questions.server.ts";
import { findNextReminders } from "#app/domain/reminders/lists/reminder-list.server.ts";
import { countChecklists } from "#app/domain/tasks/checklist/checklist.server.ts";
import { findFaces, findLabels } from "#app/domain/people/people.server.ts";
import {
  type CardSeries,
  findCardSeries,
  viewSeries,
} from "#app/domain/series/card-series.server.ts";
import { aboutBeside } from "#app/domain/tasks/lists/about-beside.ts";
import {
  type ListedTask,
  listTasks,
  type TaskFilter,
} from "#app/domain/tasks/lists/task-list.server.ts";
import type { ListWindow } from "#app/domain/tasks/lists/window.server.ts";
import type { Database } from "#db/schema.ts";

export interface TaskCard extends Omit<ListedTask, "doneFor" | "assigneeId" | "aboutId"> {
  /** The person whom it is about, if the title doesn't name them. */
  about: string | null;
  /** The number of the assignee's color. */
  face?: number;
  /** "2 of 5" */
  checklist?: string;
  /** Reminders to add with one press, if the task is due and nobody has one. */
  reminderChoices: { minutesBefore: number; label: string }[];
  /**
   * The viewer's next reminder: "at 6:20 PM", "today at 6:20 PM" for a task of another day, or "Nov
   * 21, 6:20 PM".
   */
  remindsAt: string | null;
  delegation: CardDelegation | null;
  /** A name to ask about: "Is Emma one of your children?" */
  possibleChild: string | null;
  repeats: (CardSeries & { doneFor?: string }) | null;
  /** True if the task waits for somebody who has left the family. */
  hasLeft?: boolean;
}

export async function listTaskCards(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  now: string = nowIso(),
  wanted: { window?: ListWindow } & TaskFilter = {},
): Promise<{ tasks: TaskCard[]; next: ListWindow | null }> {
  const { tasks, next } = await listTasks(db, viewer, now, wanted);
  return { tasks: await toCards(db, viewer, tasks, now), next };
}

export async function toCards(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  tasks: readonly ListedTask[],
  now: string,
): Promise<TaskCard[]> {
  if (tasks.length === 0) return [];
  const ids = tasks.map(({ id }) => id);
  const reminders = await findNextReminders(db, viewer.userId, ids);
  const assigneeIds = tasks.flatMap(({ assigneeId }) => assigneeId ?? []);
  const aboutIds = tasks.flatMap(({ aboutId }) => aboutId ?? []);
  const labels = await findLabels(db, [...assigneeIds, ...aboutIds]);
  const faces = await findFaces(db, assigneeIds);
  const requests = await findCardDelegations(db, tasks, viewer, now);
  const childQuestions = await findChildQuestions(db, viewer.householdId, ids);
  const series = await findCardSeries(db, viewer, ids);
  const checklists = await countChecklists(db, ids);
  const choicesFor = quickChoices(now, viewer.timeZone);
  const repeatsOf = (
    { id, due }: Pick<ListedTask, "id" | "due">,
    { assigneeId, doneFor }: Pick<ListedTask, "assigneeId" | "doneFor">,
  ) => {
    const found = due && series.get(id);
    return found ? { ...viewSeries(found, assigneeId), ...(doneFor && { doneFor }) } : null;
  };
  const faceOf = (assigneeId: string | null) => {
    const face = faces.get(assigneeId ?? "");
    return face === undefined ? {} : { face };
  };
  return tasks.map(({ doneFor, assigneeId, aboutId, ...task }) => ({
    ...task,
    assignee: labels.get(assigneeId ?? "") ?? task.assignee,
    about: aboutBeside({ title: task.title, about: labels.get(aboutId ?? "") ?? null }),
    reminderChoices: task.isCompleted || reminders.has(task.id) ? [] : choicesFor(task.due),
    remindsAt: remindsAt(reminders.get(task.id), task.due, viewer.timeZone, now),
    delegation: requests.get(task.id) ?? null,
    possibleChild: (!task.isCompleted && childQuestions.get(task.id)) || null,
    repeats: repeatsOf(task, { assigneeId, doneFor }),
    ...faceOf(assigneeId),
    ...(checklists.has(task.id) && { checklist: checklists.get(task.id)! }),
    ...(assigneeId && !task.isCompleted && !labels.has(assigneeId) && { hasLeft: true }),
  }));
}

/**
 * Offers reminders at the time and an hour before. Tasks share these lists, so that pages contain
 * each only once.
 */
function quickChoices(now: string, timeZone: string) {
  const leads = [0, 60];
  const ends = leads.map((minutes) => laterBy(now, { minutes }));
  const lists = new Map<string, { minutesBefore: number; label: string }[]>();
  return (due: ListedTask["due"]) => {
    const offered = leads.filter((_, index) => due && due.instant > ends[index]!);
    const choices = offered.map((minutesBefore) => ({
      minutesBefore,
      label: formatLead(minutesBefore, due!, timeZone),
    }));
    const key = choices.map(({ label }) => label).join();
    const shared = lists.get(key) ?? choices;
    lists.set(key, shared);
    return shared;
  };
}

function remindsAt(
  reminder: { at: string; isOwn: boolean } | undefined,
  due: ListedTask["due"],
  timeZone: string,
  now: string,
) {
  if (!reminder?.isOwn) return null;
  if (dayName(reminder.at, timeZone, now) !== "Today") return formatDue(reminder.at, timeZone, now);
  return `${due?.day === "Today" ? "at" : "today at"} ${formatTime(reminder.at, timeZone)}`;
}

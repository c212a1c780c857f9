import type { Kysely } from "kysely";
import { findPerson } from "#app/domain/accounts/users.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { listRequests, type PastRequest } from "#app/domain/delegation/views/history.server.ts";
import { reminderChoices } from "#app/domain/reminders/lists/reminder-choices.server.ts";
import { listTaskReminders, type TaskReminder } from "#app/domain/reminders/lists/reminder-list.server.ts";
import { formatDate, nowIso } from "#app/domain/core/time.ts";
import type { Category, Database, DelegationStatus } from "#db/schema.ts";
import { type DueView, viewDue } from "#app/domain/tasks/due/due.server.ts";

/** Everything about a task, as its page shows it. */
interface TaskPage {
  id: string;
  title: string;
  category: Category;
  description: string | null;
  assignee: string | null;
  isCompleted: boolean;
  delegationStatus: DelegationStatus;
  due: DueView | null;
  /** Who made it, as the viewer calls them, and the day in the viewer's zone. */
  addedBy: string;
  addedOn: string;
  reminders: TaskReminder[];
  /** Reminders that can be added with one press. */
  choices: { minutesBefore: number; label: string }[];
  /** Whom somebody has asked to do it, the newest first. */
  requests: PastRequest[];
  /** The one that "snooze" is about: the last that came, else the next to come. */
  snoozeId: string | null;
}

/** The task with what belongs to it, or undefined when it is not there for the viewer. */
export async function findTaskPage(
  db: Kysely<Database>,
  viewer: { userId: string; householdId: string; timeZone: string },
  id: string,
): Promise<TaskPage | undefined> {
  const now = nowIso();
  const task = await findTask(db, viewer, id);
  if (!task) return undefined;
  const maker = await findPerson(db, task.user_id);
  const reminders = await listTaskReminders(db, viewer, id);
  const pending = reminders.filter(({ status }) => status === "pending").map(({ minutesBefore }) => minutesBefore);
  return {
    id: task.id,
    title: task.title,
    category: task.category,
    description: task.description,
    assignee: task.assignee,
    isCompleted: task.is_completed === 1,
    delegationStatus: task.delegation_status,
    due: viewDue(task, viewer.timeZone, now),
    addedBy: task.user_id === viewer.userId ? "you" : (maker.firstName ?? "someone in your household"),
    addedOn: formatDate(task.created_at, viewer.timeZone),
    reminders,
    choices: task.is_completed ? [] : reminderChoices(task, pending, now),
    requests: await listRequests(db, viewer, id, now),
    snoozeId: task.is_completed ? null : toSnooze(reminders),
  };
}

function toSnooze(reminders: TaskReminder[]): string | null {
  const sent = reminders.findLast(({ status }) => status === "sent");
  return (sent ?? reminders.find(({ status }) => status === "pending"))?.id ?? null;
}

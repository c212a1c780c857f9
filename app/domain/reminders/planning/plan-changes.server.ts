import type { Insertable, Selectable } from "kysely";
import { v7 as newId } from "uuid";
import { isGone, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { plannedAt } from "./planned-at.server.ts";
import type { Recipient } from "./recipients.server.ts";

type Reminder = Selectable<Database["reminders"]>;

/** Specification, section 9. */

export interface PlanningTimes {
  /** Reminders that were not planned before are sent if they fall due after this instant. */
  since: string;
  /** Preferences say nothing before this instant. */
  preferencesAfter: string | undefined;
}

/** Returns the rows of one task's reminders to insert or update. */
export function planReminderChanges(
  task: Task,
  recipients: Recipient[],
  existing: Reminder[],
  { since, preferencesAfter = "" }: PlanningTimes,
): Insertable<Database["reminders"]>[] {
  const isEarly = (minutesBefore: number) =>
    (plannedFor(task, minutesBefore) ?? "") <= preferencesAfter;
  const wanted = recipients
    .flatMap((recipient) => wantedReminders(recipient, existing))
    .filter(({ origin, minutesBefore }) => origin === "custom" || !isEarly(minutesBefore));
  const isWanted = (reminder: Reminder) =>
    wanted.some(({ userId, origin, minutesBefore }) =>
      isReminderFor(reminder, userId, origin, minutesBefore),
    );
  const isRecipient = (reminder: Reminder) =>
    recipients.some(({ userId }) => userId === reminder.user_id);
  const changed = existing.flatMap((reminder) => {
    // Former members must not learn the task's new title.
    const message = isRecipient(reminder) ? task.title : reminder.message;
    return changedReminder(task, { reminder, message, isWanted: isWanted(reminder) }, since) ?? [];
  });
  const missing = wanted.filter(
    ({ userId, origin, minutesBefore }) =>
      !existing.some((other) => isReminderFor(other, userId, origin, minutesBefore)),
  );
  return [...changed, ...missing.flatMap((want) => newReminder(task, want, since) ?? [])];
}

interface WantedReminder {
  userId: string;
  origin: Reminder["origin"];
  minutesBefore: number;
}

/** A preference adds nothing this close to a custom reminder, since both would be sent. */
const sameTimeMinutes = 10;

function wantedReminders(
  { userId, preferredMinutes }: Recipient,
  existing: Reminder[],
): WantedReminder[] {
  const custom = existing.filter(
    (reminder) => reminder.origin === "custom" && reminder.user_id === userId,
  );
  const customMinutes = custom
    .filter(({ status }) => status !== "cancelled")
    .map(({ minutes_before }) => minutes_before);
  const preferences = preferredMinutes.filter((minutesBefore) =>
    customMinutes.every((other) => Math.abs(other - minutesBefore) > sameTimeMinutes),
  );
  return [
    ...custom.map(({ minutes_before }) => ({
      userId,
      origin: "custom" as const,
      minutesBefore: minutes_before,
    })),
    ...preferences.map((minutesBefore) => ({
      userId,
      origin: "preference" as const,
      minutesBefore,
    })),
  ];
}

function isReminderFor(
  reminder: Reminder,
  userId: string,
  origin: Reminder["origin"],
  minutesBefore: number,
): boolean {
  return (
    reminder.user_id === userId &&
    reminder.origin === origin &&
    reminder.minutes_before === minutesBefore
  );
}

function newReminder(task: Task, { userId, origin, minutesBefore }: WantedReminder, since: string) {
  const planned = plannedFor(task, minutesBefore);
  if (!planned || planned <= since) return null;
  const ids = { id: newId(), task_id: task.id, user_id: userId };
  const times = { minutes_before: minutesBefore, planned_at: planned, scheduled_at: planned };
  return { ...ids, origin, ...times, message: task.title, status: "pending" as const };
}

function changedReminder(
  task: Task,
  { reminder, message, isWanted }: { reminder: Reminder; message: string; isWanted: boolean },
  since: string,
): Reminder | null {
  const planned = isWanted ? plannedFor(task, reminder.minutes_before) : null;
  const next = { ...reminder, message };
  if (planned && planned !== reminder.planned_at) {
    Object.assign(next, { planned_at: planned, scheduled_at: planned });
    if (reminder.status !== "cancelled") next.status = planned > since ? "pending" : "lapsed";
  } else if (planned) {
    // It may have lapsed while Mila was off, before its series came to this date again.
    const isOutOfPlan = reminder.status === "dormant" || reminder.status === "lapsed";
    if (isOutOfPlan && reminder.scheduled_at > since) next.status = "pending";
  } else if (reminder.status === "pending") {
    next.status = "dormant";
  }
  const isChanged = (Object.keys(next) as (keyof Reminder)[]).some(
    (key) => next[key] !== reminder[key],
  );
  return isChanged ? next : null;
}

/** Null if the task needs no reminders. */
function plannedFor(task: Task, minutesBefore: number): string | null {
  const { due_date: dueAt, due_local: dueLocal, due_time_zone: dueTimeZone } = task;
  if (task.is_completed || isGone(task) || !dueAt || !dueLocal || !dueTimeZone) return null;
  return plannedAt({ dueAt, dueLocal, dueTimeZone }, minutesBefore);
}

import type { Insertable, Selectable } from "kysely";
import { v7 as newId } from "uuid";
import { earlierBy } from "#app/domain/core/time.ts";
import { isGone, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { plannedAt } from "./planned-at.server.ts";
import type { Recipient } from "./recipients.server.ts";

type Reminder = Selectable<Database["reminders"]>;

/** See the specification, section 9. */

export interface PlanningTimes {
  /** Newly planned reminders are sent if they fall due after this instant. */
  since: string;
  /** Preferences cause no reminders before this instant. */
  preferencesAfter: string | undefined;
}

/** The columns of a reminder that nobody snoozed. */
export const notSnoozed = { snoozed_plan: null, snoozed_until: null } as const;

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
  const isResponsible = (reminder: Reminder) =>
    recipients.some((each) => each.isResponsible && each.userId === reminder.user_id);
  const changed = existing.flatMap((reminder) => {
    // Former members must not learn the task's new title.
    const message = isRecipient(reminder) ? task.title : reminder.message;
    const isAsked = isResponsible(reminder) && isSnoozed(reminder, task);
    const change = { reminder, message, isWanted: isAsked || isWanted(reminder) };
    return changedReminder(task, change, since) ?? [];
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

/** A preference adds no reminder this close to a custom one, because both would be sent. */
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

/** Someone who snoozed a reminder wants it, whatever their preferences say by now. */
function isSnoozed({ snoozed_plan, minutes_before }: Reminder, task: Task): boolean {
  return snoozed_plan !== null && plannedFor(task, minutes_before) === snoozed_plan;
}

function changedReminder(
  task: Task,
  { reminder, message, isWanted }: { reminder: Reminder; message: string; isWanted: boolean },
  since: string,
): Reminder | null {
  const planned = isWanted ? plannedFor(task, reminder.minutes_before) : null;
  const next = { ...reminder, message };
  if (planned && planned !== reminder.planned_at) {
    const until = planned === reminder.snoozed_plan ? reminder.snoozed_until : null;
    const scheduled = until ?? planned;
    Object.assign(next, { planned_at: planned, scheduled_at: scheduled });
    if (reminder.status !== "cancelled") next.status = scheduled > since ? "pending" : "lapsed";
  } else if (planned) {
    if (canComeBack(reminder, since)) next.status = "pending";
  } else if (reminder.status === "pending") {
    next.status = "dormant";
  }
  const isChanged = (Object.keys(next) as (keyof Reminder)[]).some(
    (key) => next[key] !== reminder[key],
  );
  return isChanged ? next : null;
}

/** Within this time, people press "Undo" on what they ticked. */
export const secondsToUndo = 60;

function canComeBack({ status, scheduled_at }: Reminder, since: string): boolean {
  if (status === "dormant") return scheduled_at > earlierBy(since, { seconds: secondsToUndo });
  // It may have lapsed while Mila was off, before its series came to this date again.
  return status === "lapsed" && scheduled_at > since;
}

/** Returns null if the task needs no reminders. */
function plannedFor(task: Task, minutesBefore: number): string | null {
  const { due_date: dueAt, due_local: dueLocal, due_time_zone: dueTimeZone } = task;
  if (task.is_completed || isGone(task) || !dueAt || !dueLocal || !dueTimeZone) return null;
  return plannedAt({ dueAt, dueLocal, dueTimeZone }, minutesBefore);
}

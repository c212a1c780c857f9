import type { Insertable, Selectable } from "kysely";
import { v7 as newId } from "uuid";
import type { Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { plannedAt } from "./planned-at.server.ts";
import type { Recipient } from "./recipients.server.ts";

type Reminder = Selectable<Database["reminders"]>;

/** The specification's two (section 9), as preferences switch them. */
const preferred = { twoDaysBefore: 2 * 24 * 60, oneHourBefore: 60 };

/** The reminders of one task that must change or be made, as they are to be. */
export function planReminderChanges(
  task: Task,
  recipients: Recipient[],
  existing: Reminder[],
  now: string,
): Insertable<Database["reminders"]>[] {
  const wanted = recipients.flatMap((recipient) => wantedBy(recipient, existing));
  const isWanted = (reminder: Reminder) =>
    wanted.some(({ userId, origin, minutesBefore }) => isSame(reminder, userId, origin, minutesBefore));
  const isRecipient = (reminder: Reminder) => recipients.some(({ userId }) => userId === reminder.user_id);
  const changed = existing.flatMap((reminder) => {
    // Who is not reminded of it (any more) may be no member (any more), and is told nothing new of it.
    const message = isRecipient(reminder) ? task.title : reminder.message;
    return changedReminder(task, { reminder, message, isWanted: isWanted(reminder) }, now) ?? [];
  });
  const missing = wanted.filter(
    ({ userId, origin, minutesBefore }) => !existing.some((other) => isSame(other, userId, origin, minutesBefore)),
  );
  return [...changed, ...missing.flatMap((want) => newReminder(task, want, now) ?? [])];
}

interface Wanted {
  userId: string;
  origin: Reminder["origin"];
  minutesBefore: number;
}

/** A preference adds nothing where they asked for the same themselves: it would come twice. */
function wantedBy({ userId, twoDaysBefore, oneHourBefore }: Recipient, existing: Reminder[]): Wanted[] {
  const custom = existing.filter((reminder) => reminder.origin === "custom" && reminder.user_id === userId);
  const asked = custom.filter(({ status }) => status !== "cancelled").map(({ minutes_before }) => minutes_before);
  const preferences = [
    ...(twoDaysBefore ? [preferred.twoDaysBefore] : []),
    ...(oneHourBefore ? [preferred.oneHourBefore] : []),
  ].filter((minutesBefore) => !asked.includes(minutesBefore));
  return [
    ...custom.map(({ minutes_before }) => ({ userId, origin: "custom" as const, minutesBefore: minutes_before })),
    ...preferences.map((minutesBefore) => ({ userId, origin: "preference" as const, minutesBefore })),
  ];
}

function isSame(reminder: Reminder, userId: string, origin: Reminder["origin"], minutesBefore: number): boolean {
  return reminder.user_id === userId && reminder.origin === origin && reminder.minutes_before === minutesBefore;
}

function newReminder(task: Task, { userId, origin, minutesBefore }: Wanted, now: string) {
  const planned = planFor(task, minutesBefore);
  if (!planned || planned <= now) return null;
  const ids = { id: newId(), task_id: task.id, user_id: userId };
  const times = { minutes_before: minutesBefore, planned_at: planned, scheduled_at: planned };
  return { ...ids, origin, ...times, message: task.title, status: "pending" as const };
}

/** The reminder as it is to be, or null when it is so already. */
function changedReminder(
  task: Task,
  { reminder, message, isWanted }: { reminder: Reminder; message: string; isWanted: boolean },
  now: string,
): Reminder | null {
  const planned = isWanted ? planFor(task, reminder.minutes_before) : null;
  const next = { ...reminder, message };
  if (planned && planned !== reminder.planned_at) {
    Object.assign(next, { planned_at: planned, scheduled_at: planned });
    if (reminder.status !== "cancelled") next.status = planned > now ? "pending" : "dormant";
  } else if (planned) {
    if (reminder.status === "dormant" && reminder.scheduled_at > now) next.status = "pending";
  } else if (reminder.status === "pending") {
    next.status = "dormant";
  }
  const isChanged = (Object.keys(next) as (keyof Reminder)[]).some((key) => next[key] !== reminder[key]);
  return isChanged ? next : null;
}

/** When the reminder of a task belongs; null for a task that needs none: done, deleted, or without a date. */
function planFor(task: Task, minutesBefore: number): string | null {
  const { due_date: dueAt, due_local: dueLocal, due_time_zone: dueTimeZone } = task;
  if (task.is_completed || task.deleted_at || !dueAt || !dueLocal || !dueTimeZone) return null;
  return plannedAt({ dueAt, dueLocal, dueTimeZone }, minutesBefore);
}
